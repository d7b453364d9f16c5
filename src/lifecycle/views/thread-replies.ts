import { type Answer, count, done, note, person, time, waiting } from '../../answer/answer.ts';
import { counts, votesOf } from '../../change/model/approval.ts';
import { type Change, requestLink, requestName, type Status } from '../../change/model/change.ts';
import { mentions } from '../../policy/people-in-words.ts';
import { spanInWords } from '../../time/duration.ts';
import { statePush } from './state-line.ts';
import { missingApprovals, voteInWords } from './votes-in-words.ts';

/*
 * What is told in the thread of a card: what people said of the request, and what came of it for those who suggested
 * something. The card itself shows how the request stands.
 */

/** What is replied to what a job did: what a voter said, or that the requester declined a suggestion. */
export const repliesTo = (change: Change, job: string): readonly Answer[] => [
  ...commentOf(change, job),
  ...declinedReply(change, job),
];

/** What a voter said; nothing for a vote without a comment. A break-glass approval has a notice of its own. */
function commentOf(change: Change, job: string): readonly Answer[] {
  const vote = votesOf(change).find((candidate) => candidate.job === job);
  return vote?.comment && !vote.breakGlass ? [[note(...voteInWords(vote))]] : [];
}

/**
 * Reminds approvers of an open request. Mentions those whom the policy names and who have not approved yet. `now` in milliseconds since
 * 1970.
 */
export function reminder(change: Change, now: number): Answer {
  const { expires, approval } = change;
  const { reviewers = [] } = approval ?? {};
  const voted = votesOf(change)
    .filter(counts)
    .map((vote) => vote.person);
  const whom = reviewers.filter((id) => !voted.includes(id));
  return [
    statePush(change, ` · expires in ${spanInWords(expires - now)}`),
    waiting(
      `Reminder: ${requestName(change)} needs ${count(missingApprovals(change), 'more approval')} · expires `,
      time(new Date(expires), 'relative'),
      ...(whom.length > 0 ? [' · ', ...mentions(whom)] : []),
    ),
  ];
}

/** Tells the approver who suggested a change that the requester declined it. */
function declinedReply({ requester, approval }: Change, job: string): readonly Answer[] {
  const declined = approval?.declined;
  if (declined?.job !== job) return [];
  const text = [
    person(requester),
    ' declined the suggestion of ',
    person(declined.by),
    `: ${declined.title}`,
  ];
  return [[note(...text)]];
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
