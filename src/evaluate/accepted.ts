import { covers, existence, keysOf, overlaps } from '../change/model/resource.ts';
import { type Reversal, timeOfEnd } from '../change/model/reversal.ts';
import type { Step, Undone } from '../change/model/step.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { isWatchedKind } from '../drift/watched-state.ts';
import { opensAccess } from '../network/opens-access.ts';
import type { ResultingState } from '../operation/leaves.ts';
import type { Prepared, ResolvedCommand } from '../operation/operation.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';
import { isChanged, isComparable } from '../operation/state-hash.ts';
import type { Context } from '../operations/context/context.ts';
import { endsWaitingFor } from '../operations/context/ends-waiting-for.ts';
import type { Timing } from '../time/timing.ts';
import { fingerprint, readSnapshot } from './read-snapshot.ts';
import { resourceIn } from './resource-in.ts';
import { isBelow, type Standing, standingOf } from './standing.ts';
import { stateAfter } from './state-after.ts';

/*
 * What a step may do to a resource while an end waits there. An end moves only by its own buttons, so all else is refused: nothing
 * becomes permanent that people agreed to for a time, and nothing is open that nobody evaluated.
 */

/** The properties of a step that are checked. */
export interface Resolved {
  readonly prepared: Prepared<Context>;
  readonly resolved: ResolvedCommand;
  readonly context: Context;
  readonly known?: Timing | undefined;
}

/**
 * How a step leaves an end alone:
 * - `removes`: it removes the resource, so nothing is left to end.
 * - `closes`: it leaves nothing of what the end would close, so nothing is left to end.
 * - `lasts`: it leaves less, or just what the end expects. That lasts until then.
 * - `beside`: it sets what the end doesn't, and opens nothing, or just what the end expects. That stays after the end.
 */
type As = 'removes' | 'closes' | 'lasts' | 'beside';

/** An end that waits for the resource of a step. `as` is undefined if the step has to be refused. */
export interface Met {
  readonly end: Reversal;
  readonly as: As | undefined;
}

/** Returns whether a step opens access. */
export const opens = ({ resolved: { networkChange } }: Pick<Resolved, 'resolved'>): boolean =>
  networkChange !== undefined && opensAccess(networkChange);

/** Resolves to the ends that wait for the resource of a step. */
export async function endsMetBy(step: Resolved): Promise<readonly Met[]> {
  const resource = resourceIn(step);
  if (resource === undefined) return [];
  return mapConcurrently(
    await endsWaitingFor(resource, step.context),
    async (end) => ({ end, as: await acceptedAs(step, end) }),
    maxConcurrency.reads,
  );
}

async function acceptedAs(step: Resolved, end: Reversal): Promise<As | undefined> {
  const [ended] = end.steps;
  if (step.resolved.leaves?.existence === false) return 'removes';
  if (!overlaps(keysOf(step.resolved), keysOf(ended)) && !opens(step)) return 'beside';
  return startsBefore(end, step) ? ofLeft(step, ended) : undefined;
}

/** Returns whether a step starts before an end. What opens while the end is overdue would not last until then. */
const startsBefore = (end: Reversal, step: Resolved): boolean =>
  Math.max(step.known?.startsAt ?? 0, opens(step) ? step.context.clock() : 0) < timeOfEnd(end);

/** Compares what a step leaves with what the end of another one expects. */
async function ofLeft(step: Resolved, ended: Step): Promise<As | undefined> {
  const { resolved, known, context } = step;
  const { undoes } = ended;
  const isSame = overlaps(keysOf(resolved), keysOf(ended));
  const isCovered = covers(keysOf(ended), keysOf(resolved));
  if (!undoes || (isSame && (known?.ends || resolved.already !== undefined))) return undefined;
  const present = await readSnapshot(undoes.subject, context);
  // What somebody closed further meanwhile would be open again for good after the end.
  if (isSame && opens(step) && isBelow(ended, present)) return undefined;
  const content = resolved.leaves && leftBy(undoes.subject, present.content, resolved.leaves);
  if (content === undefined) return undefined;
  const left = { content };
  if (setsAgain(undoes, left, present)) return isCovered ? 'lasts' : 'beside';
  if (!isSame) return undefined;
  if (keysOf(ended).includes(existence)) return ofWhole(step, standingOf(ended, left));
  return isCovered || !opens(step)
    ? ofSetting(step, ended, standingOf(ended, left), standingOf(ended, present))
    : undefined;
}

/** Returns whether a step leaves a resource just as the ended one did, unlike now. */
function setsAgain({ wholeState }: Undone, left: State, present: State): boolean {
  const isExactly = (hash: string) => isComparable(hash) && !isChanged(wholeState, hash);
  return isExactly(fingerprint(left)) && !isExactly(fingerprint(present));
}

type State = Parameters<typeof fingerprint>[0];

/** What ends as a whole takes whatever leaves no more than it was opened for, or less than now. */
function ofWhole(step: Resolved, left: Standing): As | undefined {
  if (left === 'other') return undefined;
  return !opens(step) || left === 'as left' || left === 'narrowed' ? 'lasts' : undefined;
}

/** A setting takes exactly what it was set to, or what leaves nothing of the opening and nothing else that its end would set. */
function ofSetting(step: Resolved, ended: Step, left: Standing, present: Standing): As | undefined {
  if (left === 'as left' && present !== 'as left') return 'lasts';
  const leavesNothing = covers(keysOf(step.resolved), keysOf(ended)) || ended.undoes?.opens === undefined;
  return left === 'closed' && leavesNothing && !opens(step) ? 'closes' : undefined;
}

/** Returns the content after a step; undefined if it isn’t known. */
function leftBy({ kind }: SnapshotSubject, content: unknown, leaves: ResultingState): unknown {
  const left = isWatchedKind(kind) ? stateAfter({ kind }, content, leaves) : undefined;
  return typeof left === 'object' ? left.content : undefined;
}
