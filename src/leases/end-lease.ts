import { type Answer, failed, line, note } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { errorName, UserError } from '../answer/user-error.ts';
import { OutcomeNotStored } from '../approvals/execute.ts';
import { auditEntry, entriesAbout, reason } from '../audit-log/entries.ts';
import { undoDigest } from '../change/model/digest.ts';
import { isOver, type Lease, type LeaseEnd, type LeasePhase, type Leases } from '../change/model/lease.ts';
import type { ChangeStep, StepOutcome } from '../change/model/step.ts';
import { beginEnd, close, failAttempt } from '../change/transitions/ending.ts';
import { type EvidenceDependencies, type ExecuteDependencies, failureOf } from '../changes/execute-step.ts';
import { logStarted } from '../changes/log-started.ts';
import { startTracking } from '../changes/start-tracking.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { contextFor } from '../evaluate/build-context.ts';
import { explain, isExpected } from '../evaluate/describe-error.ts';
import { fingerprint, readSnapshot } from '../evaluate/read-snapshot.ts';
import type { Plan } from '../operation/operation.ts';
import type { Snapshot } from '../operation/snapshot.ts';
import type { EndLease, TrackedJob } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import { interrupted } from '../undo/news-answer.ts';
import { prepareUndo } from '../undo/offer.ts';

/** Dependencies for ending a lease. */
export type EndLeaseDependencies = ExecuteDependencies & EvidenceDependencies;

/** Dependencies for storing what came of an end. */
export interface CloseDependencies {
  readonly leases: Pick<Leases, 'get' | 'change'>;
  readonly clock: Clock;
}

const nothing: Result = { deliveries: [] };

/** What is told of a lease that a job has changed. */
const changed = (id: string): Result => ({ deliveries: [], leases: [id] });

/**
 * Ends a lease whose time is over, if nobody changed the thing: applies its inverse, at most once. Approvers agreed to both
 * ends, so it needs no approval, and its requester need not be a member any more. A rejection other than `OutcomeNotStored`
 * means that nothing was sent.
 */
export async function endLease(job: EndLease, deps: EndLeaseDependencies): Promise<Result> {
  const lease = await deps.leases.get(job.lease);
  if (!lease || isOver(lease)) return lease?.end?.job === job.id ? changed(lease.id) : nothing;
  if (lease.attempt !== job.attempt) return nothing;
  let found: Found;
  try {
    if (!(await isProven(lease, deps))) throw unproven();
    found = await look(lease, deps);
  } catch (error) {
    return attemptFailed(lease, job, error, deps);
  }
  if ('left' in found)
    return closeLease(lease, 'left', { event: 'failed', ...found.left, job: job.id }, deps);
  const { ending, plan } = found;
  await deps.auditLog.append(
    auditEntry('started', ending, deps, { note: lease.because ?? 'Its time is over.' }),
    job.id,
  );
  const begun = await deps.leases.change(lease.id, (now) =>
    beginEnd(now, { ...job, job: job.id }, deps.clock()),
  );
  if ('refused' in begun)
    return { ...nothing, entries: [auditEntry('failed', ending, deps, { note: begun.refused })] };
  logStarted(ending, deps);
  return run(begun.lease, ending, plan, job, deps);
}

/**
 * Whether the audit log has that the step of a lease was applied, or that its worker did not live to say so, and that this is what
 * undoes it.
 */
async function isProven(
  { inverse, state, ...changeStep }: Lease,
  { auditLog }: EvidenceDependencies,
): Promise<boolean> {
  const [about, digest] = [entriesAbout(changeStep), undoDigest(inverse, state)];
  const proofs = (['applied', 'unknown'] as const).map((event) => auditLog.causedBy(event, about, digest));
  return (await Promise.all(proofs)).some((persons) => persons.length > 0);
}

const unproven = () =>
  new UserError('The audit log doesn’t have yet that this was applied, and what undoes it.', {
    next: 'It ends once the audit log has that.',
  });

/** What a look before the end found: that somebody changed the thing, or how it ends. */
type Found =
  | { readonly left: Pick<LeaseEnd, 'answer' | 'note'> }
  | { readonly ending: ChangeStep; readonly plan: Plan };

/** Compares the state in which the step left its subject with the present one, and resolves the inverse. Reads only. */
async function look(lease: Lease, deps: EndLeaseDependencies): Promise<Found> {
  const { step, inverse, replyTo } = lease;
  const context = await contextFor(step.account, replyTo, deps);
  const now = await readSnapshot(inverse.subject, context);
  if (fingerprint(now) !== lease.state) return { left: changedBySomebody(lease, now) };
  const prepared = prepareUndo(inverse, lease);
  if (!prepared) throw new UserError(changedInNewVersion('command'));
  const plan = await prepared.resolve(context);
  return { plan, ending: endingStep(lease, prepared.operation.id, prepared.line, plan) };
}

/** The inverse of a lease as a step, under the id of the step that it ends. */
const endingStep = (lease: Lease, operation: string, words: string, plan: Plan): ChangeStep => {
  const { change, index, requester, step, through } = lease;
  const { raw, title, action, targets } = plan;
  return {
    change,
    index,
    requester,
    step: { operation, raw, account: step.account, line: words, title, action, targets },
    ...(through && { through }),
  };
};

const changedBySomebody = (
  { inverse }: Lease,
  { description }: Snapshot,
): Pick<LeaseEnd, 'answer' | 'note'> => ({
  answer: [
    note('Somebody changed it since, so Skydesk didn’t touch it. ', ...[description].flat()),
    note('If it should still end, run: ', line(inverse.line)),
  ],
  note: 'Somebody changed it since, so nothing was changed.',
});

async function run(
  lease: Lease,
  ending: ChangeStep,
  plan: Plan,
  job: EndLease,
  deps: EndLeaseDependencies,
): Promise<Result> {
  let outcome: StepOutcome;
  try {
    const made = await plan.run();
    if ('jobRef' in made) {
      const delivery = startTracking(ending, made.jobRef, job, deps, lease.id);
      return { deliveries: [delivery], leases: [lease.id] };
    }
    outcome = { kind: 'done', answer: made.answer, job: job.id };
  } catch (error) {
    deps.log('end failed', { operation: ending.step.operation, error: errorName(error) });
    outcome = failureOf(error, plan, job.id);
  }
  try {
    return await settle(lease, ending, outcome, job.attempt, deps);
  } catch {
    throw new OutcomeNotStored(job.id);
  }
}

/** Keeps what came of an end that was sent. */
async function settle(
  lease: Lease,
  ending: ChangeStep,
  { kind, answer, note: why, job }: StepOutcome,
  attempt: number,
  deps: CloseDependencies,
): Promise<Result> {
  if (kind === 'done') return closeLease(lease, 'ended', { event: 'ended', answer: said(answer), job }, deps);
  if (kind === 'unknown')
    return closeLease(lease, 'unknown', { event: 'unknown', answer, note: why, job }, deps);
  await deps.leases.change(lease.id, (now) =>
    failAttempt(now, { job, attempt, answer, note: why, isPassing: false }, deps.clock()),
  );
  const entries = [auditEntry('failed', ending, deps, why ? { note: why } : {})];
  return { ...changed(lease.id), entries };
}

/** What the inverse did, as a line under the title: without its icon, and without buttons, which are about what is gone. */
const said = (answer: Answer): Answer =>
  answer.flatMap((part) =>
    part.kind === 'notice' || part.kind === 'item' || part.kind === 'note'
      ? [note(...[part.text].flat())]
      : [],
  );

async function closeLease(
  { id }: Lease,
  phase: Exclude<LeasePhase, 'active' | 'ending'>,
  end: LeaseEnd,
  deps: CloseDependencies,
): Promise<Result> {
  const closed = await deps.leases.change(id, (now) => close(now, phase, end, deps.clock()));
  return 'refused' in closed ? nothing : { ...changed(id), outcome: end.event };
}

/** Nothing was sent: the lease stays active, and is tried again. */
async function attemptFailed(
  { id }: Lease,
  { id: job, attempt }: EndLease,
  error: unknown,
  deps: CloseDependencies & { readonly log: Log },
): Promise<Result> {
  deps.log('lease not ended', { lease: id, error: errorName(error) });
  const answer: Answer = isExpected(error)
    ? explain(error).slice(0, 1)
    : [failed('Its state couldn’t be read.')];
  const attempted = { job, attempt, answer, note: reason(error), isPassing: true };
  await deps.leases.change(id, (now) => failAttempt(now, attempted, deps.clock()));
  return changed(id);
}

/** What came of the inverse of a lease that the cloud API ran as a background job. */
export async function endTracked(
  job: TrackedJob & { readonly lease: string },
  outcome: StepOutcome,
  deps: CloseDependencies,
): Promise<Result> {
  const lease = await deps.leases.get(job.lease);
  return lease ? settle(lease, job, outcome, lease.attempt, deps) : nothing;
}

/**
 * The worker died on the end of a lease. Undefined where nothing was sent, for then it may be handled from the start; what may
 * have been sent is not sent again.
 */
export async function abandonEnd(job: EndLease, deps: CloseDependencies): Promise<Result | undefined> {
  const lease = await deps.leases.get(job.lease);
  if (lease?.phase !== 'ending' || lease.job !== job.id) return undefined;
  return closeLease(lease, 'unknown', { event: 'unknown', ...interrupted(lease), job: job.id }, deps);
}
