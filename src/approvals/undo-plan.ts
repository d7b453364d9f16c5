import { type Answer, bold, note, warning } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { approvalsOf } from '../change/model/approval.ts';
import { type Change, requestName } from '../change/model/change.ts';
import { isOver, type Lease } from '../change/model/lease.ts';
import { type ChangeStep, idOfStep } from '../change/model/step.ts';
import { stepsToUndo, whyUndone } from '../change/model/steps-to-undo.ts';
import { titleText } from '../change/model/titles.ts';
import type { Undo } from '../change/model/undo.ts';
import { endNext, link } from '../change/transitions/moving.ts';
import { isDirectMessage, isOnHome } from '../messaging/reply-target.ts';
import { claimUndo } from '../undo/undos.ts';
import type { EndDependencies } from './approval-dependencies.ts';
import { replyInThread } from './notify.ts';

/**
 * Undoes what a plan has done that is all or nothing and has failed, the last step first. Who approved the plan agreed to it, so it
 * needs no approval: the Undo of each step is used up, and applied as the end of a lease. So it is applied at most once,
 * not if somebody changed the thing, and tried again if the cloud API can't be reached. Safe to repeat. False where it is
 * worth another attempt later.
 */
export async function undoPlan(change: Change, deps: EndDependencies): Promise<boolean> {
  try {
    const chain: Lease[] = [];
    const lasting: ChangeStep[] = [];
    for (const changeStep of stepsToUndo(change)) {
      const lease = await leaseFor(change, changeStep, deps);
      if (lease === undefined) lasting.push(changeStep);
      else if (lease !== 'undone') chain.push(lease);
    }
    await storeChain(change, chain, deps);
    if (lasting.length > 0) await tellLasting(change, lasting, deps);
    return true;
  } catch (error) {
    deps.log('plan not undone', { change: change.id, error: errorName(error) });
    return false;
  }
}

/** The lease whose end undoes a step; undefined if nothing does. */
async function leaseFor(
  change: Change,
  changeStep: ChangeStep,
  deps: EndDependencies,
): Promise<Lease | 'undone' | undefined> {
  const id = idOfStep(changeStep);
  if (changeStep.step.ends) {
    const lease = await deps.leases.get(id);
    return lease && isOver(lease) ? 'undone' : lease;
  }
  const used = await claimUndo(id, change.requester, `${change.id}:undo-plan`, deps);
  if ('undo' in used) return leaseFrom(used.undo, change);
  return used.refused === 'used' ? 'undone' : undefined;
}

function leaseFrom(
  { operation, raw, line, subject, warning: warns, state, ...changeStep }: Undo,
  change: Change,
): Lease {
  const { team, replyTo, since } = change;
  const { responseUrl: _, ...target } = replyTo;
  return {
    change: changeStep.change,
    index: changeStep.index,
    requester: changeStep.requester,
    step: changeStep.step,
    ...(changeStep.through && { through: changeStep.through }),
    id: idOfStep(changeStep),
    team,
    replyTo: target,
    request: requestName(change),
    approvers: [...new Set(approvalsOf(change).map(({ person }) => person))],
    // Nobody extends it.
    risk: 'opens',
    needs: 'approval',
    inverse: { operation, raw, line, subject, ...(warns && { warning: warns }) },
    state,
    startedAt: since,
    phase: 'active',
    since,
    attempt: 1,
    notices: [],
  };
}

/**
 * Stores the leases, those of the last step last: it ends now, and each ends the one that was stored before it. A lease that is
 * over meanwhile is left out, since it would end nothing. A repeat completes a chain that is half stored.
 */
async function storeChain(
  change: Change,
  chain: readonly Lease[],
  { leases, clock }: EndDependencies,
): Promise<void> {
  const because = whyUndone(change);
  let next: string | undefined;
  for (const lease of chain.toReversed()) {
    const place = { because, next };
    await leases.put({ ...lease, ...place });
    const linked = await leases.change(lease.id, (stored) => link(stored, place));
    if ('lease' in linked) next = lease.id;
  }
  // The first one is known only now. If somebody ends it at this moment, that ends the next one, too.
  if (next !== undefined) await leases.change(next, (stored) => endNext(stored, clock()));
}

/** Tells which steps stay, since nothing undoes them. */
async function tellLasting(
  change: Change,
  lasting: readonly ChangeStep[],
  deps: EndDependencies,
): Promise<void> {
  const { requester, replyTo } = change;
  const answer: Answer = [
    warning(bold('Not undone'), ` · ${requestName(change)}`),
    ...lasting.map(({ step }) => note(...[titleText(step)].flat())),
    note(`${whyUndone(change)} Nothing undoes ${lasting.length === 1 ? 'this step' : 'these steps'}.`),
  ];
  await deps.messenger.send(requester, answer);
  if (!isDirectMessage(replyTo) && !isOnHome(replyTo)) await deps.messenger.post(replyTo, answer);
  await replyInThread(change, answer, deps);
}
