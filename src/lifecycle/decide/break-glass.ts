import { count, failed, type Part, warning } from '../../answer/answer.ts';
import { approvalCount, neededApprovals, type Vote } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import { isRefused } from '../../core/call-failed.ts';
import type { Message } from '../../messaging/messaging.ts';
import { freezeIn } from '../../policy/decide.ts';
import { freezeInWords } from '../../policy/freeze.ts';
import type { CardDependencies } from '../notify/lifecycle-dependencies.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import { allMissingIn } from '../prepare/missing-in-request.ts';
import { breakGlassNotice } from '../views/card.ts';

/** Returns what a break-glass approval skips, as sentences for the audit log. */
export function skippedBy(change: Change, { decision }: Pick<ChangeEvaluation, 'decision'>): string {
  const isAsked = decision.kind === 'requestApproval';
  const needed = Math.max(isAsked ? decision.approvers : 0, neededApprovals(change)) - approvalCount(change);
  const freeze = freezeIn(decision);
  return [
    `Skipped ${count(Math.max(1, needed), 'approval')}.`,
    ...(freeze ? [freezeInWords(freeze)] : []),
    ...(isAsked ? allMissingIn(change, decision) : []),
  ].join(' ');
}

/**
 * Counts the requester's own approval, which `add` adds. The notice to everyone is posted first; without it, the approval does not count. It is
 * edited with the outcome, so it never calls a rejected request approved. If the worker dies before the edit, the notice stays
 * correct, and the next worker posts another.
 */
export async function breakGlass(
  change: Change,
  vote: Vote,
  add: (current: Change, notice?: Message) => Transition,
  deps: CardDependencies,
): Promise<Transition> {
  const early = add(change);
  if ('refused' in early) return early;
  const { channel = '' } = change.approval ?? {};
  const draw = (failure?: Part) => breakGlassNotice(change, vote.comment ?? '', failure);
  let notice: Message;
  try {
    notice = await deps.messenger.send(channel, draw());
  } catch {
    return { refused: `${channel} couldn’t be notified, so break-glass is blocked.` };
  }
  const updateNotice = async (failure: Part): Promise<void> => {
    try {
      await deps.messenger.edit(notice, draw(failure));
    } catch {
      deps.log('notice not updated', { change: change.id });
    }
  };
  try {
    const transitioned = await deps.changes.change(change.id, (current) => add(current, notice));
    if ('refused' in transitioned)
      await updateNotice(failed(`${transitioned.refused} This approval didn’t count.`));
    return transitioned;
  } catch (error) {
    await updateNotice(
      isRefused(error)
        ? failed('It couldn’t be stored. This approval didn’t count.')
        : warning('Outcome unknown. The card shows the state of the request.'),
    );
    throw error;
  }
}
