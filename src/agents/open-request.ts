import { isDeepStrictEqual } from 'node:util';
import type { RequestedChange } from '../change/model/change.ts';
import { type Change, isWaiting } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import type { Step } from '../change/model/step.ts';
import { parseCommand } from '../command-line/parse-command.ts';
import { type Millis, minute } from '../core/clock.ts';

/**
 * Finds an open request of this person for an equal change, regardless of its reason; undefined if there is none. Keeps a model
 * in a loop from posting a card with each call.
 */
export async function openRequestFor(
  change: Pick<RequestedChange, 'id' | 'requester' | 'steps' | 'plan'>,
  { changes }: { readonly changes: Pick<Changes, 'openOf' | 'get'> },
): Promise<Change | undefined> {
  for (const id of await changes.openOf(change.requester)) {
    if (id === change.id) continue;
    const open = await changes.get(id);
    if (
      open &&
      isWaiting(open) &&
      isAllOrNothing(open) === isAllOrNothing(change) &&
      areAlike(open.steps, change.steps)
    )
      return open;
  }
  return undefined;
}

const isAllOrNothing = ({ plan }: Pick<RequestedChange, 'plan'>): boolean => plan?.allOrNothing ?? false;

const areAlike = (some: readonly Step[], others: readonly Step[]): boolean =>
  isDeepStrictEqual(some.map(identityOf), others.map(identityOf)) &&
  some.every((step, index) => startAlike(step, others[index]));

/** Returns the parts of a step to compare, without its reason and its start. */
function identityOf({ operation, account, raw, ends, after }: Step) {
  const { why: _, ticket: __, ...args } = raw;
  return { operation, account: account.toUpperCase(), args, ends, after };
}

/** Maximum time between two calls that count as a loop. */
const loopWithin: Millis = 10 * minute;

/** Whether two steps start at one time. "starts=2h" means a later time with each call, so it is compared as written. */
function startAlike(one: Step, other: Step | undefined): boolean {
  if (one.startsAt === other?.startsAt) return true;
  if (one.startsAt === undefined || other?.startsAt === undefined) return false;
  const delay = delayOf(one);
  const apart = Math.abs(one.startsAt - other.startsAt);
  return delay !== undefined && delay === delayOf(other) && apart < loopWithin;
}

/** Returns the delay in the command of a step, if its start is relative. */
function delayOf({ line }: Step): Millis | undefined {
  const parsed = parseCommand(line);
  const starts = parsed.kind === 'prepared' ? parsed.prepared.starts : undefined;
  return starts && 'after' in starts ? starts.after : undefined;
}
