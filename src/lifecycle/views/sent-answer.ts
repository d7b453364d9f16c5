import { type Answer, bold, context, count, note, waiting } from '../../answer/answer.ts';
import { approvalCount, neededApprovals } from '../../change/model/approval.ts';
import { accountsOf, type Change, requestLink } from '../../change/model/change.ts';
import { wanted } from '../../change/words/wanted.ts';
import { list } from '../../core/list.ts';
import { headlineParts } from './headline-parts.ts';
import { approvalsChannel } from './state-line.ts';
import { requesterButtons } from './status-answer.ts';

/** Confirms a posted request to its requester, in words that stay true, with the buttons that still work. */
export function sentAnswer(change: Change): Answer {
  if (change.status !== 'open')
    return [
      ...headlineParts(change, { viewer: 'requester' }),
      context(requestLink(change), ' in ', approvalsChannel(change)),
      ...requesterButtons(change),
    ];
  const left = neededApprovals(change) - approvalCount(change);
  return [
    waiting(
      bold('Requested'),
      ' in ',
      approvalsChannel(change),
      ': ',
      ...wanted(change),
      ` · needs ${count(left, 'approval')} · `,
      requestLink(change),
    ),
    ...forEachAccount(accountsOf(change)),
    ...requesterButtons(change),
  ];
}

/** Explains that each of several affected accounts needs an approver. */
const forEachAccount = (accounts: readonly string[]): Answer =>
  accounts.length < 2 ? [] : [note(`Each of the accounts ${list(accounts)} needs an approver of its own.`)];
