import { type Answer, line, note, warning } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { approvalsOf } from '../change/model/approval.ts';
import { requestName } from '../change/model/change.ts';
import { undoDigest } from '../change/model/digest.ts';
import type { Lease, Leases } from '../change/model/lease.ts';
import { type ChangeStep, idOfStep } from '../change/model/step.ts';
import { contextFor } from '../evaluate/build-context.ts';
import { fingerprint, readSnapshot } from '../evaluate/read-snapshot.ts';
import { withTimeout } from '../evaluate/with-timeout.ts';
import type { InverseCommand } from '../operation/inverse.ts';
import type { Job } from '../queue/job.ts';
import { withLease } from '../undo/lease-parts.ts';
import { type Offered, prepareUndo, type UndoDependencies, undoable } from '../undo/offer.ts';
import { preparedSteps } from './prepare-change.ts';
import { replaceLeasesOn } from './replace-leases.ts';

/** Timeout for reading the state of what was changed and for storing the lease, in milliseconds. */
const timeoutMs = 8000;

/** Dependencies for offering an Undo of a step, or for storing the lease of one that ends by itself. */
export interface LeaseDependencies extends UndoDependencies {
  readonly leases: Leases;
}

/**
 * Adds to the result of a step that was done how it is undone: by the end of its lease if it has an end, else by an Undo. The
 * step was done whatever happens here, so this never rejects: without a lease, the answer says that the step does not end by
 * itself.
 */
export async function undoableOrLeased(
  answer: Answer,
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  job: Pick<Job, 'team' | 'replyTo'>,
  deps: LeaseDependencies,
): Promise<Offered> {
  if (!changeStep.step.ends) {
    await replaceLeases(inverse, changeStep, deps);
    return undoable(answer, inverse, changeStep, job.replyTo, deps);
  }
  let command: InverseCommand | undefined;
  let digest: string | undefined;
  try {
    command = inverse();
    if (!command || !prepareUndo(command, changeStep))
      return neverEnds(answer, 'no command restores what was before', command);
    const lease = await withTimeout(timeoutMs, leaseOf(command, changeStep, job, deps));
    if (!lease) return neverEnds(answer, 'somebody changed it at the same moment', command);
    digest = undoDigest(lease.inverse, lease.state);
    await withTimeout(timeoutMs, store(lease, deps));
    await replaceLeases(() => command, changeStep, deps);
    return { answer: withLease(answer, lease, deps.clock()), digest };
  } catch (error) {
    deps.log('no lease', { request: idOfStep(changeStep), error: errorName(error) });
    // It may be stored all the same, and then it ends.
    const why = 'its state couldn’t be read and stored after the change';
    return { ...neverEnds(answer, why, command), digest };
  }
}

/** Closes the leases that a step replaces, as far as the table answers. */
async function replaceLeases(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  deps: LeaseDependencies,
): Promise<void> {
  try {
    const command = inverse();
    if (command) await withTimeout(timeoutMs, replaceLeasesOn(command.subject, changeStep, deps));
  } catch (error) {
    deps.log('leases not replaced', { request: idOfStep(changeStep), error: errorName(error) });
  }
}

/** Stores a lease. A write whose response was lost counts if the lease is there. */
const store = (lease: Lease, { leases }: Pick<LeaseDependencies, 'leases'>): Promise<void> =>
  leases.put(lease).catch(async (error: unknown) => {
    if (!(await leases.get(lease.id))) throw error;
  });

/** A result that says that its step does not end by itself, why, and what to do. */
function neverEnds(answer: Answer, why: string, command: InverseCommand | undefined): Offered {
  return {
    answer: [
      ...answer,
      warning(`This doesn’t end by itself: ${why}.`),
      command
        ? note('End it yourself when its time is over: ', line(command.line))
        : note('Reverse it yourself when its time is over.'),
    ],
    note: `It doesn’t end by itself: ${why}.`,
  };
}

/**
 * The lease of a step that was done: its clock starts now. Reads the state in which the step left its subject. Undefined if
 * another change reached the subject before.
 */
async function leaseOf(
  { left, ...command }: InverseCommand,
  changeStep: ChangeStep,
  { team, replyTo }: Pick<Job, 'team' | 'replyTo'>,
  deps: LeaseDependencies,
): Promise<Lease | undefined> {
  const { step } = changeStep;
  const [state, change] = await Promise.all([
    contextFor(step.account, replyTo, deps).then((context) => readSnapshot(command.subject, context)),
    deps.changes.get(changeStep.change),
  ]);
  if (left !== undefined && fingerprint({ content: left }) !== fingerprint(state)) return undefined;
  const [prepared] = preparedSteps([step]) ?? [];
  const { risk = 'opens', needs = 'approval' } = prepared?.operation ?? {};
  const now = deps.clock();
  const { ends } = step;
  const { responseUrl: _, ...target } = replyTo;
  const endsAt = ends && ('after' in ends ? now + ends.after : ends.at);
  return {
    ...changeStep,
    id: idOfStep(changeStep),
    team,
    replyTo: target,
    request: change && requestName(change),
    approvers: change ? [...new Set(approvalsOf(change).map(({ person }) => person))] : [],
    risk,
    needs,
    inverse: command,
    state: fingerprint(state),
    startedAt: now,
    endsAt,
    phase: 'active',
    since: now,
    attempt: 1,
    messages: [],
  };
}
