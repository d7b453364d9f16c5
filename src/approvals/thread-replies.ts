import { type Answer, count, done, note, person, time, waiting } from '../answer/answer.ts';
import { approvalCount, counts, neededApprovals, votesOf } from '../change/model/approval.ts';
import { type Change, requestLink, requestName, type Status } from '../change/model/change.ts';
import { mentions } from '../policy/people-in-words.ts';
import type { Reply } from '../queue/result.ts';
import { voteInWords } from './votes-in-words.ts';

/*
 * What is told in the thread of a card: what people said of the request, and what came of it for those who suggested
 * something. The card itself shows how the request stands.
 */

/** What a voter said, as a reply; nothing for a vote without a comment. A break-glass approval has a notice of its own. */
export function commentReplies(change: Change, job: string): readonly Reply[] {
  const vote = votesOf(change).find((candidate) => candidate.job === job);
  if (!vote?.comment || vote.breakGlass) return [];
  return [{ change: change.id, answer: [note(...voteInWords(vote))] }];
}

/** Reminds approvers of an open request. Mentions those whom the policy names and who have not approved yet. */
export function reminder(change: Change): Answer {
  const { expires, approval } = change;
  const { reviewers = [] } = approval ?? {};
  const missing = Math.max(1, neededApprovals(change) - approvalCount(change));
  const voted = votesOf(change)
    .filter(counts)
    .map((vote) => vote.person);
  const whom = reviewers.filter((id) => !voted.includes(id));
  return [
    waiting(
      `Reminder: ${requestName(change)} needs ${count(missing, 'more approval')} · expires `,
      time(new Date(expires), 'relative'),
      ...(whom.length > 0 ? [' · ', ...mentions(whom)] : []),
    ),
  ];
}

/** Tells the approver who suggested a change that the requester declined it. */
export function declinedReply({ id, requester, approval }: Change): readonly Reply[] {
  const declined = approval?.declined;
  if (!declined) return [];
  const answer = [
    note(person(requester), ' declined the suggestion of ', person(declined.by), `: ${declined.title}`),
  ];
  return [{ change: id, answer }];
}

const ends: Readonly<Partial<Record<Status, string>>> = {
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  refused: 'was refused',
  expired: 'expired',
  outdated: 'is outdated',
};

/** Tells the approver who suggested a change what came of it. `narrower`: the request that replaced this one. */
export function suggestionOutcome(
  { status, approval }: Change,
  narrower: Change | undefined,
): Answer | undefined {
  const suggestion = approval?.suggestion;
  if (!suggestion) return undefined;
  const whom = person(suggestion.by);
  if (status === 'superseded')
    return [
      done('The suggestion of ', whom, ' was accepted', ...(narrower ? [': ', requestLink(narrower)] : [])),
    ];
  return [
    note(
      'The suggestion of ',
      whom,
      ` wasn’t accepted: the request ${ends[status] ?? 'was approved without it'}.`,
    ),
  ];
}
