import { errorName } from '../answer/user-error.ts';
import { approvalsOf } from '../change/model/approval.ts';
import { requestName } from '../change/model/change.ts';
import { undoDigest } from '../change/model/digest.ts';
import { endOf, type Lease, type Leases } from '../change/model/lease.ts';
import { type ChangeStep, type Completion, idOfStep } from '../change/model/step.ts';
import { staysNote } from '../change/words/outcome-in-words.ts';
import { contextFor } from '../evaluate/build-context.ts';
import { fingerprint, readSnapshot } from '../evaluate/read-snapshot.ts';
import { withTimeout } from '../evaluate/with-timeout.ts';
import type { InverseCommand } from '../operation/inverse.ts';
import type { Job } from '../queue/job.ts';
import { type Offered, prepareUndo, type UndoDependencies, undoable } from '../undo/offer.ts';
import { preparedSteps } from './prepare-change.ts';
import { replaceLeasesOn } from './replace-leases.ts';

/** Timeout for reading the state of what was changed and for storing the lease, in milliseconds. */
const timeoutMs = 8000;

/** Dependencies for offering an Undo of a step, or for storing the lease of one that ends by itself. */
export interface LeaseDependencies extends UndoDependencies {
  readonly leases: Leases;
}

/** How a step that was done is undone: by its end if it has one, or else by an Undo. */
export type HowUndone = Offered & Pick<Completion, 'stays' | 'note' | 'end'>;

/**
 * How a step that was done is undone: by the end of its lease if it has an end, else by an Undo. The step was done whatever
 * happens here, so this never rejects: without a lease, the step does not end by itself, and people are told why.
 */
export async function undoableOrLeased(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  job: Pick<Job, 'team' | 'replyTo'>,
  deps: LeaseDependencies,
): Promise<HowUndone> {
  if (!changeStep.step.ends) {
    await replaceLeases(inverse, changeStep, deps);
    return undoable(inverse, changeStep, job.replyTo, deps);
  }
  let command: InverseCommand | undefined;
  let digest: string | undefined;
  try {
    command = inverse();
    if (!command || !prepareUndo(command, changeStep))
      return staysSince('no command restores what was before', command);
    const lease = await withTimeout(timeoutMs, leaseOf(command, changeStep, job, deps));
    if (!lease) return staysSince('somebody changed it at the same moment', command);
    digest = undoDigest(lease.inverse, lease.state);
    await withTimeout(timeoutMs, store(lease, deps));
    await replaceLeases(() => command, changeStep, deps);
    return { end: endOf(lease), digest };
  } catch (error) {
    deps.log('no lease', { request: idOfStep(changeStep), error: errorName(error) });
    // It may be stored all the same, and then it ends.
    const why = 'its state couldn’t be read and stored after the change';
    return { ...staysSince(why, command), digest };
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

/** That a step does not end by itself, why, and the command that ends it; for the audit log, too. */
function staysSince(why: string, command: InverseCommand | undefined): HowUndone {
  const stays = { why, ...(command && { line: command.line }) };
  return { stays, note: staysNote(stays) };
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
    notices: [],
  };
}
