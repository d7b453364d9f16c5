import { type Answer, failed, line, note } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import { errorName, UserError } from '../answer/user-error.ts';
import { entriesAbout, reason } from '../audit-log/entries.ts';
import { undoDigest } from '../change/model/digest.ts';
import { isOver, type Lease, type LeaseEnd, type Leases } from '../change/model/lease.ts';
import type { ChangeStep, StepOutcome } from '../change/model/step.ts';
import { beginEnd, close, failAttempt, ifNotBegunSince } from '../change/transitions/ending.ts';
import { interrupted } from '../change/words/news-answer.ts';
import type { DeadRun, EvidenceDependencies } from '../changes/recover-run.ts';
import { type Run, type RunDependencies, runStep, withhold } from '../changes/run-step.ts';
import type { LeaseDependencies } from '../changes/start-lease.ts';
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
import { prepareUndo } from '../undo/offer.ts';
import { logEnd } from './tell-lease.ts';

/** Dependencies for ending a lease. */
export type EndLeaseDependencies = LeaseDependencies & RunDependencies & EvidenceDependencies;

/** Dependencies for storing what came of an end. */
export interface CloseEndDependencies {
  readonly leases: Pick<Leases, 'get' | 'change'>;
  readonly clock: Clock;
}

const nothing: Result = { deliveries: [] };

/** What is told of a lease that a job has changed. */
const changed = (id: string): Result => ({ deliveries: [], changes: [{ lease: id }] });

/**
 * Ends a lease whose time is over, if nobody changed the thing: applies its inverse, at most once. Approvers agreed to both
 * ends, so it needs no approval, and its requester need not be a member any more. A rejection other than `OutcomeNotStored`
 * means that nothing was sent.
 */
export async function endLease(job: EndLease, deps: EndLeaseDependencies): Promise<Result> {
  const lease = await deps.leases.get(job.lease);
  if (!lease || isOver(lease)) return lease?.end?.job === job.id ? changed(lease.id) : nothing;
  if (lease.attempt !== job.attempt) return nothing;
  // The attempt before this one failed, and what it left is replaced by what this one stores.
  if (lease.news?.due.includes('log')) await logEnd(lease, deps);
  // An earlier run of this job may have begun it, and be slow rather than dead.
  const unsent = async (): Promise<void> => {
    if (lease.phase === 'ending' && lease.job === job.id) await withhold(lease, job.id, deps);
  };
  let found: Found;
  try {
    if (!(await isProven(lease, deps))) throw unproven();
    found = await look(lease, deps);
  } catch (error) {
    await unsent();
    return attemptFailed(lease, job, error, deps);
  }
  if ('left' in found) {
    await unsent();
    return leave(lease, { event: 'failed', ...found.left, job: job.id }, deps);
  }
  return runStep(runOfEnd(lease, found, job, deps), job.id, deps);
}

/** The end of a lease that may run, as its executor sees it. */
function runOfEnd(lease: Lease, { ending, plan }: Ending, job: EndLease, deps: EndLeaseDependencies): Run {
  return {
    changeStep: ending,
    plan,
    because: lease.because ?? 'Its time is over.',
    async claim() {
      const begun = await deps.leases.change(lease.id, (now) =>
        beginEnd(now, { ...job, job: job.id }, deps.clock()),
      );
      return 'refused' in begun ? nothing : undefined;
    },
    undoOf: async () => ({}),
    track: (jobRef) => ({
      deliveries: [startTracking(ending, jobRef, job, deps, lease.id)],
      changes: [{ lease: lease.id }],
    }),
    complete: (outcome) => settle(lease, outcome, job.attempt, deps),
  };
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
  const proofs = (['applied', 'unknown'] as const).map((event) =>
    auditLog.causedBy(event, about, { digest }),
  );
  return (await Promise.all(proofs)).some((persons) => persons.length > 0);
}

const unproven = () =>
  new UserError('The audit log doesn’t have yet that this was applied, and what undoes it.', {
    next: 'It ends once the audit log has that.',
  });

/** How a lease ends. */
interface Ending {
  readonly ending: ChangeStep;
  readonly plan: Plan;
}

/** What a look before the end found: that somebody changed the thing, or how it ends. */
type Found = Ending | { readonly left: Pick<LeaseEnd, 'answer' | 'note'> };

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

/** Keeps what came of an end that was sent. */
async function settle(
  lease: Lease,
  { kind, answer, note: why, job }: StepOutcome,
  attempt: number,
  deps: CloseEndDependencies,
): Promise<Result> {
  if (kind === 'done') return closeLease(lease, 'ended', { event: 'ended', answer: said(answer), job }, deps);
  if (kind === 'unknown')
    return closeLease(lease, 'unknown', { event: 'unknown', answer, note: why, job }, deps);
  await deps.leases.change(lease.id, (now) =>
    failAttempt(now, { job, attempt, answer, note: why, isPassing: false, isStarted: true }, deps.clock()),
  );
  return changed(lease.id);
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
  phase: 'ended' | 'unknown',
  end: LeaseEnd,
  deps: CloseEndDependencies,
): Promise<Result> {
  const closed = await deps.leases.change(id, (now) => close(now, phase, end, deps.clock()));
  return 'refused' in closed ? nothing : { ...changed(id), outcome: end.event };
}

/** Closes a lease of which nothing was sent, since somebody changed the thing. */
async function leave(lease: Lease, end: LeaseEnd, deps: CloseEndDependencies): Promise<Result> {
  const closed = await deps.leases.change(
    lease.id,
    ifNotBegunSince(lease, (now) => close(now, 'left', end, deps.clock())),
  );
  return 'refused' in closed ? nothing : { ...changed(lease.id), outcome: end.event };
}

/** Nothing was sent: the lease stays active, and is tried again. */
async function attemptFailed(
  lease: Lease,
  { id: job, attempt }: EndLease,
  error: unknown,
  deps: CloseEndDependencies & { readonly log: Log },
): Promise<Result> {
  const { id } = lease;
  deps.log('lease not ended', { lease: id, error: errorName(error) });
  const answer: Answer = isExpected(error)
    ? explain(error).slice(0, 1)
    : [failed('Its state couldn’t be read.')];
  const isStarted = lease.phase === 'ending';
  const attempted = { job, attempt, answer, note: reason(error), isPassing: true, isStarted };
  const failing = (now: Lease) => failAttempt(now, attempted, deps.clock());
  const written = await deps.leases.change(id, ifNotBegunSince(lease, failing));
  return 'refused' in written ? nothing : changed(id);
}

/** What came of the inverse of a lease that the cloud API ran as a background job. */
export async function endTracked(
  job: TrackedJob & { readonly lease: string },
  outcome: StepOutcome,
  deps: CloseEndDependencies,
): Promise<Result> {
  const lease = await deps.leases.get(job.lease);
  return lease ? settle(lease, outcome, lease.attempt, deps) : nothing;
}

/** The end of a lease of which the worker died on this job, as it is stored; undefined if it is over. */
export async function deadEndOf(job: EndLease, deps: CloseEndDependencies): Promise<DeadRun | undefined> {
  const lease = await deps.leases.get(job.lease);
  if (!lease || isOver(lease)) return undefined;
  return {
    changeStep: lease,
    claimedBy: lease.phase === 'ending' ? lease.job : undefined,
    unknown: async () => interrupted(lease),
    complete: ({ answer, note: why }) =>
      closeLease(lease, 'unknown', { event: 'unknown', answer, note: why, job: job.id }, deps),
  };
}
