import { type Answer, count, type Inline, note } from '../../answer/answer.ts';
import { approvalCount, neededApprovals } from '../../change/model/approval.ts';
import { accountsOf, type Change, requestLink } from '../../change/model/change.ts';
import { list } from '../../core/list.ts';
import { approvalState, approvalsChannel } from './state-line.ts';
import { requesterButtons } from './status-answer.ts';

/** Confirms a posted request to its requester, with its state and with the buttons that still work. */
export function sentAnswer(change: Change): Answer {
  const { tone, text } = approvalState(change);
  const isOpen = change.status === 'open';
  const left = neededApprovals(change) - approvalCount(change);
  const state: readonly Inline[] = isOpen ? [`needs ${count(left, 'approval')}`] : text;
  const sent = ['Sent to ', approvalsChannel(change), ' · ', requestLink(change), ' · ', ...state];
  return [
    { kind: 'notice', tone: isOpen || tone === 'waiting' ? 'done' : tone, text: sent },
    ...(isOpen ? forEachAccount(accountsOf(change)) : []),
    ...requesterButtons(change),
  ];
}

/** Explains that each of several affected accounts needs an approver. */
const forEachAccount = (accounts: readonly string[]): Answer =>
  accounts.length < 2 ? [] : [note(`Each of the accounts ${list(accounts)} needs an approver of its own.`)];
