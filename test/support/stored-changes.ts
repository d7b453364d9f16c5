import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Aws } from '../../local/aws/index.ts';
import { changesIn } from '../../src/aws/sdk/change-store.ts';
import type { Change } from '../../src/change/model/change.ts';
import { isEnding } from '../../src/change/model/ending-change.ts';
import { endId, rollbackId, stepId } from '../../src/change/model/ids.ts';
import { card } from '../../src/lifecycle/views/card.ts';
import { draw } from '../../src/slack/render/draw.ts';
import { type ChangeState, changeStatesIn, stateOfRequest } from './change-states.ts';
import { ownTable } from './local-aws.ts';
import { shownByName } from './shown.ts';

const drawCard = (request: Change): string => shownByName(draw(card(request), '/cloud'));

/** Returns queries about the changes in a local table. */
export function storedChanges(aws: Aws, table: DynamoDBDocumentClient) {
  const own = ownTable(aws);
  const changes = changesIn(own, Date.now);

  async function find(id: string): Promise<ChangeState | undefined> {
    const request = await changes.get(id);
    if (!request) return undefined;
    const ids = [rollbackId(id), ...request.steps.map((_, index) => endId(stepId(id, index)))];
    const found = await Promise.all(ids.map((ending) => changes.get(ending)));
    return stateOfRequest(
      request,
      found.flatMap((ending) => (ending && isEnding(ending) ? [ending] : [])),
      drawCard,
    );
  }

  /** Reads the items of these kinds from the table, by their sort key. */
  async function items(...kinds: readonly string[]): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    const ask = { TableName: aws.tableName, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client: table }, ask))
      found.push(...Items.filter(({ sk }) => kinds.includes(sk)));
    return found;
  }

  return {
    find,
    /** Returns all changes, including past ones. */
    all: async (): Promise<ChangeState[]> => changeStatesIn(await items('change', 'preview'), drawCard),
    /** Those that are open, approved or running, or of which something is still to be delivered; soonest to expire first. */
    async waiting(): Promise<ChangeState[]> {
      const found = await Promise.all(
        (await changes.waiting())
          .filter(({ cause }) => cause === 'person')
          .map(async (ref) => ({ ref, change: await find(ref.id) })),
      );
      return found.flatMap(({ ref, change }) =>
        change && (!ref.isOver || change.undelivered.length > 0) ? [change] : [],
      );
    },
    /** Prevents the sweeper from removing the buttons of expired Undos. */
    async forgetUndos(): Promise<void> {
      for (const { id, isOver } of await changes.waiting())
        if (isOver) await changes.change(id, (now) => ({ change: { ...now, staleAt: undefined } }));
    },
    /** Withdraws these changes without notifications. */
    async forget(ids: readonly string[]): Promise<void> {
      const ended = { status: 'withdrawn', due: undefined } as const;
      for (const id of ids) await changes.change(id, (now) => ({ change: { ...now, ...ended } }));
    },
  };
}
