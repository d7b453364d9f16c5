import { channel, type Inline, type Part, person, type Tone, time } from '../../answer/answer.ts';
import { approvalsOf, approvedOf, needsApproval, withApproval } from '../../change/model/approval.ts';
import { type Change, requestLink } from '../../change/model/change.ts';
import { messagesWith } from '../../change/model/posted-message.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { throughText } from '../../change/model/titles.ts';
import { statusInWords } from '../../change/words/status-in-words.ts';
import { isChannelId } from '../../messaging/slack-ids.ts';
import { between, missingApprovers, voters } from './votes-in-words.ts';

/** Returns the channel in which approvers see a request. */
export function approvalsChannel(change: Change): Inline {
  const [card] = messagesWith('card', change);
  return card && isChannelId(card.channel) ? channel(card.channel) : (change.approval?.channel ?? '');
}

/** The state of a request in a few words, and the tone of its icon. */
interface ApprovalState {
  readonly tone: Tone;
  readonly text: readonly Inline[];
}

/** Renders the state of a request as a line with its icon, followed by `more`. */
export function stateLine(change: Change, ...more: readonly Inline[]): Part {
  const { tone, text } = approvalState(change);
  return { kind: 'notice', tone, text: [...text, ...more] };
}

/** Returns the state of a request in a few words. */
function approvalState(change: Change): ApprovalState {
  const { status } = change;
  if (status === 'open') {
    const expires = ['expires ', time(new Date(change.expires), 'relative')];
    return { tone: 'waiting', text: between([approvedOf(change)], ...missingApprovers(change), expires) };
  }
  const start = scheduledStart(change);
  if (start !== undefined)
    return {
      tone: 'waiting',
      text: [needsApproval(change) ? 'Approved' : 'Confirmed', ' · starts ', time(new Date(start))],
    };
  const [tone, text] = statusInWords(change, status);
  return { tone, text: [text] };
}

/** Returns the small print of a request: name, requester, client, approvers and ticket. */
export const requestDetails = (change: Change): readonly Inline[] =>
  between(
    [requestLink(change)],
    [person(change.requester), ...throughText(change)],
    ...voters(withApproval(change, { votes: approvalsOf(change) })),
    change.ticket ? [change.ticket] : [],
  );
