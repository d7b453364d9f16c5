import { type Change, isWaiting } from '../../change/model/change.ts';
import { endsAmong } from '../../change/model/end-target.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { sweepJob } from '../../change/transitions/claiming-job.ts';
import { type Circumstances, pass } from '../../change/transitions/passing.ts';
import { interrupted } from '../../change/words/notification-answer.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { explain } from '../../evaluate/describe-error.ts';
import { operationById } from '../../operations/index.ts';
import type { DueDependencies } from '../notify/lifecycle-dependencies.ts';
import { resumeUnsent } from '../run/resume-unsent.ts';

/** A change as time has moved it on. */
interface Passed {
  readonly change: Change;
  /** The job for which this call has moved it; undefined if its time has not come, or somebody else was faster. */
  readonly mover?: string | undefined;
}

/**
 * Moves a change as time has passed, by one write, and goes on with steps that were claimed and not sent. Writes nothing before its time.
 * Rejects if the table, the queue or the audit log does not answer.
 */
export async function letTimePass(read: Change, deps: DueDependencies): Promise<Passed> {
  if (!isWaiting(read)) return { change: read };
  const wasRestored = !isReversal(read) && isRestored(read, deps);
  // The audit log was restored, too, so it doesn't know what was sent.
  const { change, unsent } = wasRestored
    ? { change: read, unsent: new Set<number>() }
    : await resumeUnsent(read, deps);
  const now = deps.clock();
  const nothingLeft = await whyNothingLeft(change, deps);
  const unknown = (index: number) => outcomeUnknown(change, index);
  const circumstances = { isRestored: wasRestored, unsent, nothingLeft, unknown };
  const before = change === read ? undefined : moverOf(change);
  let mover = before;
  if (pass(change, circumstances, now) === change) return { change, mover };
  const written = await deps.changes.change(change.id, (current) => {
    const next = pass(current, circumstances, now);
    // A second attempt may find that somebody else was faster.
    mover = next === current ? before : moverOf(next);
    return { change: next };
  });
  return { change: 'change' in written ? written.change : change, mover };
}

/** Returns the job that a change names which time has moved. */
const moverOf = ({ closed }: Change): string => closed?.job ?? sweepJob;

/** Resolves to why an open request to extend or end something has nothing left to do: that has ended in the meantime. */
async function whyNothingLeft(
  { status, steps }: Change,
  { changes }: DueDependencies,
): Promise<Circumstances['nothingLeft']> {
  if (status !== 'open') return undefined;
  const moves = steps.flatMap(({ operation, targets }) =>
    endsAmong(targets).map(async (id) => isLeft(await changes.get(id), operation)),
  );
  if (!(await Promise.all(moves)).includes(false)) return undefined;
  return whyNotRun.outdatedBy([whyNotRun.movedEndOver], '');
}

/** Returns whether an end is left to an operation: while it waits, and to End Now after an unknown outcome, too. */
const isLeft = (end: Change | undefined, operation: string): boolean =>
  !end || isWaiting(end) || (end.status === 'unknown' && operationById(operation)?.endsNow === true);

/** Returns the answer for an abandoned step. */
const outcomeUnknown = (change: Change, index: number): ReturnType<Circumstances['unknown']> =>
  isReversal(change)
    ? interrupted(change.steps[index] ?? change.steps[0])
    : { answer: explain(new Error('the worker ended before it wrote an outcome'), { started: true }) };
