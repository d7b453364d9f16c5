import { failed, type Part, waiting, warning } from '../answer/answer.ts';
import type { Approval, Transition, Vote } from '../change/model/approval.ts';
import { addVote } from '../change/transitions/votes.ts';
import type { Message } from '../messaging/messaging.ts';
import type { CardDependencies } from './approval-dependencies.ts';
import { breakGlassNotice } from './card.ts';

/**
 * Counts the requester's own approval. The notice to everyone comes first: without it the approval does not count. It is
 * edited with the outcome, so that it never says of a rejected request that it was approved.
 */
export async function breakGlass(
  approval: Approval,
  vote: Vote,
  conditions: Parameters<typeof addVote>[2],
  deps: CardDependencies,
): Promise<Transition> {
  const early = addVote(approval, vote, conditions);
  if ('refused' in early) return early;
  const draw = (outcome: Part) => breakGlassNotice(approval, vote.comment ?? '', outcome);
  let notice: Message;
  try {
    notice = await deps.messenger.send(approval.channel, draw(waiting('Not counted yet')));
  } catch {
    return { refused: `${approval.channel} couldn’t be notified, so break-glass is blocked.` };
  }
  const updateNotice = async (outcome: Part): Promise<void> => {
    try {
      await deps.messenger.edit(notice, draw(outcome));
    } catch {
      deps.log('notice not updated', { approval: approval.id });
    }
  };
  try {
    const transitioned = await deps.approvals.change(approval.id, (current) =>
      addVote(current, { ...vote, notice }, conditions),
    );
    if ('refused' in transitioned)
      await updateNotice(failed(`${transitioned.refused} This approval didn’t count.`));
    return transitioned;
  } catch (error) {
    await updateNotice(warning('Outcome unknown. The card shows the state of the request.'));
    throw error;
  }
}
