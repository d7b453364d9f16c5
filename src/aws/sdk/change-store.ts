import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { type Hold, ResourceChanged } from '../../change/model/resource.ts';
import type { Clock } from '../../core/clock.ts';
import { readChange, type VersionedChange } from './change-items.ts';
import { type ApplyTransition, changeWriter } from './change-writer.ts';
import { changeWrites } from './change-writes.ts';
import type { Table } from './dynamodb.ts';
import { type LoggedWriter, loggedWriterIn } from './logged-writer.ts';
import { openRequestsOf } from './open-requests.ts';
import { decidePreview, putPreview, readPreview } from './preview-items.ts';
import { readChangesIn } from './read-changes.ts';
import { readResource } from './resource-items.ts';
import { holdWrites } from './resource-writes.ts';
import { type Pause, untilWritten, writeUnlessRaced as write } from './until-written.ts';

const counterKey = { pk: 'counter#requests', sk: 'counter' };

const unknown = 'This request no longer exists.';
const flooded = () =>
  new UserError('Many requests came at once, so yours wasn’t stored.', { next: 'Ask again in a minute.' });
const crowded = () =>
  new UserError('Many people decide at once, so your click wasn’t counted.', { next: 'Press again.' });

/** Stores changes as items: the change as JSON, with a `version` for optimistic locking. What they log is written by `logged`. */
export function changesIn(
  table: Table,
  clock: Clock,
  logged: LoggedWriter = loggedWriterIn(table),
  pause: Pause = delay,
): Changes {
  /** What the table had of a change when this store returned or stored it. */
  const known = new WeakMap<Change, VersionedChange>();
  const remember = (change: Change, stored: VersionedChange): Change => {
    known.set(change, stored);
    return change;
  };
  const writers = new Map<string, ApplyTransition>();

  /** Rejects if another step has claimed a resource since it was read. */
  const refuseIfClaimed = async (hold: Hold | undefined): Promise<undefined> => {
    for (const { id, version } of hold?.resources ?? [])
      if ((await readResource(table, id)).version !== version) throw new ResourceChanged(id);
  };

  function writerOf(id: string): ApplyTransition {
    const writer =
      writers.get(id) ??
      changeWriter(
        {
          read: () => readChange(table, id),
          writesOf: (before, { change, creates, holds }) => [
            ...changeWrites(before, change),
            ...creates.flatMap((created) => changeWrites(undefined, created)),
            ...holds.flatMap((hold) => holdWrites(hold, clock())),
          ],
          write: logged.write,
          refuseIfClaimed,
          remember,
        },
        pause,
        () => writers.delete(id),
      );
    writers.set(id, writer);
    return writer;
  }

  return {
    ...readChangesIn(table),
    preview: (change) => putPreview(table, change),
    previewed: (id) => readPreview(table, id),
    decide: (id, click) => untilWritten(() => decidePreview(table, id, click), crowded, pause),

    async takeNumber() {
      const { issued } = await table.update({
        Key: counterKey,
        UpdateExpression: 'ADD issued :one',
        ExpressionAttributeValues: { ':one': 1 },
      });
      return Number(issued);
    },

    async put(change, holds, facts = []) {
      const writes = [...changeWrites(undefined, change), ...holdWrites(holds, clock())];
      // If the write failed, the item exists, because the put was repeated, or there was a conflict, which is retried.
      const stored = await untilWritten(
        async () => {
          const written = await logged.write(writes, facts);
          if (typeof written !== 'string') return written;
          return (await readChange(table, change.id)) ? 'stored before' : refuseIfClaimed(holds);
        },
        flooded,
        pause,
      );
      if (stored === 'stored before') return false;
      remember(change, { change, version: 1 });
      logged.report(facts, stored);
      return true;
    },

    async get(id) {
      const found = await readChange(table, id);
      return found && remember(found.change, found);
    },

    openOf: (requester) => openRequestsOf(table, requester),

    async change(id, transition, last) {
      const applied = await writerOf(id)(transition, last && known.get(last));
      logged.report(applied.facts, applied.logged);
      return applied.transitioned;
    },

    changeBoth: (id, narrowerId, transition) =>
      untilWritten(
        async () => {
          const [one, narrower] = await Promise.all([readChange(table, id), readChange(table, narrowerId)]);
          if (!one) return { refused: unknown };
          const transitioned = transition(one.change, narrower?.change);
          if ('refused' in transitioned) return transitioned;
          const writes = [
            ...changeWrites(one, transitioned.change),
            ...changeWrites(narrower, transitioned.narrower),
          ];
          return writes.length === 0 || (await write(table, writes)) ? transitioned : undefined;
        },
        crowded,
        pause,
      ),
  };
}
