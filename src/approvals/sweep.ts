import { errorName } from '../answer/user-error.ts';
import { auditEntries } from '../audit-log/entries.ts';
import { type Approval, type ApprovalRef, type Due, isWaiting } from '../change/model/approval.ts';
import { dueSteps } from '../change/model/change.ts';
import { isOver, leasesAmong } from '../change/model/lease.ts';
import { canGoOnSince } from '../change/model/scheduled-start.ts';
import { longestChain } from '../change/model/step-order.ts';
import { expire, remind } from '../change/transitions/closing.ts';
import { endLost, isLost, markLogged, markOutdated, sweepJob } from '../change/transitions/running.ts';
import { markCardUpdated, storeDue } from '../change/transitions/sent-messages.ts';
import { requestedNote } from '../changes/describe-plan.ts';
import { endOfUnknown } from '../changes/end-of-unknown.ts';
import { sweepEach } from '../changes/sweep-each.ts';
import { announceEnd } from './announce-end.ts';
import type { SweepDependencies } from './approval-dependencies.ts';
import { endEntries, outdatedFor } from './approval-result.ts';
import { withoutRepeats } from './confirmed-request.ts';
import { executionOf, isApprovalLogged } from './enqueue-execution.ts';
import { homesToRefresh } from './homes-to-refresh.ts';
import { bringUpToDate, publish, replyInThread, show, tellRequester } from './notify.ts';
import { outcomeUnknownOf } from './outcome-unknown.ts';
import { closeRestored, isRestored } from './restored.ts';
import { reminder } from './thread-replies.ts';

/** For this long what was approved, or has ended, is left to the worker, in milliseconds. */
const leftAloneFor = 2 * 60_000;
/** For this long what is due about an end is tried again and again, in milliseconds. */
const triedFor = 24 * 60 * 60_000;
/** Longer than anything is followed: then its outcome is not known. */
const lostAfter = 60 * 60_000;

/** An approved request that is still not taken up by then was queued several times without effect. */
const stuckAfter = 10 * 60_000;

/** Goes through all that waits: ends what is over, reminds once, picks up what a dead worker left. */
export async function sweep(deps: SweepDependencies): Promise<void> {
  const waiting = await deps.approvals.waiting();
  const now = deps.clock();
  let stuck = 0;
  let oldest = now;
  const sweepRef = async ({ id }: ApprovalRef): Promise<void> => {
    const approval = await deps.approvals.get(id);
    if (!approval) return;
    if (isStuck(approval, now)) stuck += 1;
    oldest = Math.min(oldest, canGoOnSince(approval));
    await sweepOne(approval, deps);
  };
  const failures = await sweepEach('approval', waiting, sweepRef, deps.log);
  deps.log('swept', {
    waiting: waiting.length,
    failures,
    stuck,
    oldest_seconds: Math.round((now - oldest) / 1000),
  });
}

/** As it stood before this sweep: it should have gone on at an earlier one. */
function isStuck(approval: Approval, now: number): boolean {
  const { phase, expires, steps } = approval;
  if (phase === 'open') return now - expires >= stuckAfter;
  const lasts = phase === 'running' ? longestChain(steps) * lostAfter : 0;
  return now - canGoOnSince(approval) >= lasts + stuckAfter;
}

async function sweepOne(approval: Approval, deps: SweepDependencies): Promise<void> {
  const { id, phase } = approval;
  const now = deps.clock();
  if (isWaiting(approval) && approval.due && (await bringUpToDate(approval, deps)))
    await deps.approvals.change(id, markCardUpdated);
  const idle = now - canGoOnSince(approval);
  if (!isWaiting(approval)) return idle >= leftAloneFor ? finishTelling(approval, deps) : undefined;
  if (phase === 'running') return sweepRunning(approval, deps);
  if (isRestored(approval, deps)) {
    const outdated = await ifDue(approval, (current, at) => closeRestored(current, sweepJob, at), deps);
    return outdated && finishReview(outdated, deps);
  }
  const expired = await ifDue(approval, expire, deps);
  if (expired) return finishReview(expired, deps);
  if (phase === 'approved') return executeDue(approval, deps);
  const over = await ifNothingLeft(approval, deps);
  if (over) return finishReview(over, deps);
  await makePublic(approval, deps);
  const due = await ifDue(approval, remind, deps);
  if (due) await replyInThread(due, reminder(due), deps);
}

/**
 * Executes the steps that are due and that their job has not begun. A step that starts at a time is executed here first, so it
 * starts within two minutes after that.
 */
async function executeDue(approval: Approval, deps: SweepDependencies): Promise<void> {
  const now = deps.clock();
  const { since } = approval;
  const left = dueSteps(approval, now).filter(
    ({ step: { startsAt = 0, begun } }) =>
      begun === undefined && (startsAt > since || now - since >= leftAloneFor),
  );
  for (const changeStep of left) {
    const isLogged = await isApprovalLogged(approval, changeStep, deps);
    await showLogged(approval, isLogged, deps);
    if (isLogged) await deps.queue.send(executionOf(approval, changeStep));
  }
}

/** Shows that an approved request waits for the audit log, or no longer does. */
async function showLogged(approval: Approval, isLogged: boolean, deps: SweepDependencies): Promise<void> {
  const { phase, isUnlogged = false } = approval;
  if (phase !== 'approved' || isUnlogged !== isLogged) return;
  const marked = await deps.approvals.change(approval.id, (current) => markLogged(current, isLogged));
  if ('approval' in marked) await show(marked.approval, deps);
}

/** Ends the steps that nobody will end any more, and executes those that are due. */
async function sweepRunning(approval: Approval, deps: SweepDependencies): Promise<void> {
  const digests = await endsOfLost(approval, deps);
  const ending = (current: Approval) => {
    const answer = outcomeUnknownOf(current);
    return endLost(current, (index) => ({ answer, digest: digests.get(index) }), lostAfter, deps.clock());
  };
  const transitioned =
    ending(approval).approval === approval ? { approval } : await deps.approvals.change(approval.id, ending);
  if ('refused' in transitioned) return;
  const { approval: now } = transitioned;
  if (now.ended) return finishTelling(now, deps);
  if (now !== approval) await show(now, deps);
  for (const entry of endEntries(now, sweepJob, deps)) await deps.auditLog.append(entry, sweepJob);
  await executeDue(now, deps);
}

/** What ends the steps of a request by themselves of which nothing was heard for too long, by their index. */
async function endsOfLost(
  approval: Approval,
  deps: SweepDependencies,
): Promise<ReadonlyMap<number, string | undefined>> {
  const now = deps.clock();
  const lost = dueSteps(approval, now).filter(({ step }) => step.ends && isLost(step, lostAfter, now));
  const found = lost.map(async (step) => [step.index, (await endOfUnknown(step, deps)).digest] as const);
  return new Map(await Promise.all(found));
}

/** Transitions a request if its time has come; the table is asked for nothing while it has not. */
async function ifDue(
  approval: Approval,
  step: typeof expire,
  deps: SweepDependencies,
): Promise<Approval | undefined> {
  if ('refused' in step(approval, deps.clock())) return undefined;
  const transitioned = await deps.approvals.change(approval.id, (current) => step(current, deps.clock()));
  return 'approval' in transitioned ? transitioned.approval : undefined;
}

/** Ends an open request to extend or end something that has ended meanwhile, so that nobody is reminded of it. */
async function ifNothingLeft(approval: Approval, deps: SweepDependencies): Promise<Approval | undefined> {
  const ids = approval.steps.flatMap(({ targets }) => leasesAmong(targets));
  const moved = await Promise.all(ids.map((id) => deps.leases.get(id)));
  if (!moved.some((lease) => lease && isOver(lease))) return undefined;
  const why = { job: sweepJob, ...outdatedFor(['What it would extend or end has ended.'], '') };
  const ended = await deps.approvals.change(approval.id, (current) =>
    markOutdated(current, 'open', why, deps.clock()),
  );
  return 'approval' in ended ? ended.approval : undefined;
}

/** Posts the card of a request whose worker did not get that far. It is in the audit log as requested first. */
async function makePublic(approval: Approval, deps: SweepDependencies): Promise<void> {
  if (approval.cards.length > 0) return;
  const entries = auditEntries('requested', approval, deps, { note: requestedNote(approval) });
  for (const entry of await withoutRepeats(entries, deps)) await deps.auditLog.append(entry, approval.job);
  await tellRequester(await publish(approval, deps), deps);
}

/** Announces the end of a request that people may have been asked to review, and refreshes the Home tabs that list it. */
async function finishReview(approval: Approval, deps: SweepDependencies): Promise<void> {
  await finishTelling(approval, deps);
  try {
    for (const home of homesToRefresh(approval, `${approval.id}:over`)) await deps.queue.send(home);
  } catch (error) {
    deps.log('home not refreshed', { approval: approval.id, error: errorName(error) });
  }
}

/**
 * Does what is still due about the end of a request. What fails is done by the next sweep; what fails for a day is let go,
 * but never the audit log.
 */
async function finishTelling(approval: Approval, deps: SweepDependencies): Promise<void> {
  const { id, ended, due = [] } = approval;
  if (!ended) return;
  const left = await announceEnd(approval, ['log'], deps);
  const kept = deps.clock() - approval.since < triedFor ? left : [];
  const keepDue = (still: readonly Due[]) =>
    deps.approvals.change(id, (current) => storeDue(current, ended.job, still));
  try {
    if (due.includes('log'))
      for (const job of new Set([ended.job, sweepJob]))
        for (const entry of endEntries(approval, job, deps)) await deps.auditLog.append(entry, job);
  } catch (error) {
    await keepDue([...kept, 'log']);
    throw error;
  }
  await keepDue(kept);
}
