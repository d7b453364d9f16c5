import {
  type Button,
  channel,
  count,
  type Inline,
  type Part,
  person,
  push,
  type Tone,
  time,
} from '../../answer/answer.ts';
import { approvalsOf, approvedOf, needsApproval, withApproval } from '../../change/model/approval.ts';
import { type Change, requestLink, requestName } from '../../change/model/change.ts';
import { messagesWith } from '../../change/model/posted-message.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { throughText } from '../../change/model/titles.ts';
import { shortTitle } from '../../change/words/short-title.ts';
import { statusInWords } from '../../change/words/status-in-words.ts';
import { isChannelId } from '../../messaging/slack-ids.ts';
import { between, missingApprovals, missingApprovers, voters } from './votes-in-words.ts';

/** The channel in which approvers see a request. */
export function approvalsChannel(change: Change): Inline {
  const [card] = messagesWith('card', change);
  return card && isChannelId(card.channel) ? channel(card.channel) : (change.approval?.channel ?? '');
}

/** How a request stands, in a few words, and their icon. */
interface ApprovalState {
  readonly tone: Tone;
  readonly text: readonly Inline[];
}

/** How a request stands, as a line with its icon; `more` follows. */
export function stateLine(change: Change, ...more: readonly Inline[]): Part {
  const { tone, text } = approvalState(change);
  return { kind: 'notice', tone, text: [...text, ...more] };
}

/** How a request stands, as a line with its icon and a button in its menu; `words` follow. */
export function stateItem(change: Change, button: Button, ...words: readonly Inline[]): Part {
  const { tone, text } = approvalState(change);
  return { kind: 'item', tone, text: [...text, ...words], buttons: [], more: [button] };
}

/** How a request stands, what it does and its name, for a push notification. */
export function statePush(change: Change): Part {
  if (change.status === 'open') return push('waiting', whatIsMissing(change));
  const { tone, text } = approvalState(change);
  return push(tone, ...text, ` · ${shortTitle(change)} · ${requestName(change)}`);
}

/** "#1042, Create firewall policy …: 2 approvals missing". */
export const whatIsMissing = (change: Change): string =>
  `${requestName(change)}, ${shortTitle(change)}: ${count(missingApprovals(change), 'approval')} missing`;

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

/** The small print of a request: its name, requester, through what they requested it, approvers and ticket. */
export const requestDetails = (change: Change): readonly Inline[] =>
  between(
    [requestLink(change)],
    [person(change.requester), ...throughText(change)],
    ...voters(withApproval(change, { votes: approvalsOf(change) })),
    change.ticket ? [change.ticket] : [],
  );
