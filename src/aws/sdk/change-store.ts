import { UserError } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import type { Changes, Transition } from '../../change/model/changes.ts';
import { type Hold, ResourceChanged } from '../../change/model/resource.ts';
import type { Clock } from '../../core/clock.ts';
import { readChange, type VersionedChange } from './change-items.ts';
import { changeWrites } from './change-writes.ts';
import type { Table } from './dynamodb.ts';
import { decidePreview, putPreview, readPreview } from './preview-items.ts';
import { readChangesIn } from './read-changes.ts';
import { readResource } from './resource-items.ts';
import { holdWrites } from './resource-writes.ts';
import { untilWritten, writeUnlessRaced as write } from './until-written.ts';

const counterKey = { pk: 'counter#requests', sk: 'counter' };

const unknown = 'This request no longer exists.';
const flooded = () =>
  new UserError('Many requests came at once, so yours wasn’t stored.', { next: 'Ask again in a minute.' });
const crowded = () =>
  new UserError('Many people decide at once, so your click wasn’t counted.', { next: 'Press again.' });

/** Stores changes as items: the change as JSON, with a `version` for optimistic locking. */
export function changesIn(table: Table, clock: Clock): Changes {
  /** Versions in the table of the changes that this store returned or stored. */
  const versions = new WeakMap<Change, number>();
  const remember = ({ change, version }: VersionedChange): Change => {
    versions.set(change, version);
    return change;
  };
  const knownAs = (change: Change | undefined): VersionedChange | undefined => {
    const version = change && versions.get(change);
    return change && version !== undefined ? { change, version } : undefined;
  };

  /** Rejects if another step has claimed a resource since it was read. */
  const refuseIfClaimed = async (holds: Hold | undefined): Promise<undefined> => {
    for (const { id, version } of holds?.resources ?? [])
      if ((await readResource(table, id)).version !== version) throw new ResourceChanged(id);
  };

  /** Stores the result of a transition; undefined if nothing has changed, or if a concurrent write prevented it. */
  const store = async (
    before: VersionedChange,
    transitioned: Transition,
  ): Promise<Transition | undefined> => {
    if ('refused' in transitioned || transitioned.change === before.change) return undefined;
    const { change, creates = [], holds } = transitioned;
    const writes = [
      ...changeWrites(before, change),
      ...creates.flatMap((created) => changeWrites(undefined, created)),
      ...holdWrites(holds, clock()),
    ];
    if (!(await write(table, writes))) return undefined;
    return { change: remember({ change, version: before.version + 1 }) };
  };

  return {
    ...readChangesIn(table),
    preview: (change) => putPreview(table, change),
    previewed: (id) => readPreview(table, id),
    decide: (id, click) => untilWritten(() => decidePreview(table, id, click), crowded),

    async takeNumber() {
      const { issued } = await table.update({
        Key: counterKey,
        UpdateExpression: 'ADD issued :one',
        ExpressionAttributeValues: { ':one': 1 },
      });
      return Number(issued);
    },

    async put(change, holds) {
      const writes = [...changeWrites(undefined, change), ...holdWrites(holds, clock())];
      // If the write failed, the item exists, because the put was repeated, or there was a conflict, which is retried.
      const stored = await untilWritten(
        async () =>
          (await write(table, writes)) ||
          (await readChange(table, change.id)) ||
          (await refuseIfClaimed(holds)),
        flooded,
      );
      if (stored === true) remember({ change, version: 1 });
      return stored === true;
    },

    async get(id) {
      const found = await readChange(table, id);
      return found && remember(found);
    },

    change(id, transition, last) {
      let guess = knownAs(last);
      return untilWritten(async () => {
        const guessed = guess;
        guess = undefined;
        const before = guessed ?? (await readChange(table, id));
        if (!before) return { refused: unknown };
        const transitioned = transition(before.change);
        const stored = await store(before, transitioned);
        // Only the stored change can refuse a transition: a guessed one may be outdated.
        if (stored || guessed) return stored;
        if ('refused' in transitioned) return transitioned;
        if (transitioned.change === before.change) return { change: remember(before) };
        return refuseIfClaimed(transitioned.holds);
      }, crowded);
    },

    changeBoth: (id, narrowerId, transition) =>
      untilWritten(async () => {
        const [known, narrower] = await Promise.all([readChange(table, id), readChange(table, narrowerId)]);
        if (!known) return { refused: unknown };
        const transitioned = transition(known.change, narrower?.change);
        if ('refused' in transitioned) return transitioned;
        const writes = [
          ...changeWrites(known, transitioned.change),
          ...changeWrites(narrower, transitioned.narrower),
        ];
        return writes.length === 0 || (await write(table, writes)) ? transitioned : undefined;
      }, crowded),
  };
}
