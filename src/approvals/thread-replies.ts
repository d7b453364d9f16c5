import { type Answer, count, done, note, person, time, waiting } from '../answer/answer.ts';
import {
  type Approval,
  approvalCount,
  counts,
  type Phase,
  requestLink,
  requestName,
} from '../change/model/approval.ts';
import { mentions } from '../policy/people-in-words.ts';
import type { Reply } from '../queue/result.ts';
import { voteInWords } from './votes-in-words.ts';

/*
 * What is told in the thread of a card: what people said of the request, and what came of it for those who suggested
 * something. The card itself shows how the request stands.
 */

/** What a voter said, as a reply; nothing for a vote without a comment. A break-glass approval has a notice of its own. */
export function commentReplies({ id, votes }: Approval, job: string): readonly Reply[] {
  const vote = votes.find((candidate) => candidate.job === job);
  if (!vote?.comment || vote.breakGlass) return [];
  return [{ approval: id, answer: [note(...voteInWords(vote))] }];
}

/** Reminds approvers of an open request. Mentions those whom the policy names and who have not approved yet. */
export function reminder(approval: Approval): Answer {
  const { approvers, expires, votes, reviewers = [] } = approval;
  const missing = Math.max(1, approvers - approvalCount(approval));
  const voted = votes.filter(counts).map((vote) => vote.person);
  const whom = reviewers.filter((id) => !voted.includes(id));
  return [
    waiting(
      `Reminder: ${requestName(approval)} needs ${count(missing, 'more approval')} · expires `,
      time(new Date(expires), 'relative'),
      ...(whom.length > 0 ? [' · ', ...mentions(whom)] : []),
    ),
  ];
}

/** Tells the approver who suggested a change that the requester declined it. */
export const declinedReply = ({ id, requester, declined }: Approval): readonly Reply[] =>
  declined
    ? [
        {
          approval: id,
          answer: [
            note(
              person(requester),
              ' declined the suggestion of ',
              person(declined.by),
              `: ${declined.title}`,
            ),
          ],
        },
      ]
    : [];

const ends: Readonly<Partial<Record<Phase, string>>> = {
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  expired: 'expired',
  outdated: 'is outdated',
};

/** Tells the approver who suggested a change what came of it. `narrower`: the request that replaced this one. */
export function suggestionOutcome(
  { phase, suggestion }: Approval,
  narrower: Approval | undefined,
): Answer | undefined {
  if (!suggestion) return undefined;
  const whom = person(suggestion.by);
  if (phase === 'superseded')
    return [
      done('The suggestion of ', whom, ' was accepted', ...(narrower ? [': ', requestLink(narrower)] : [])),
    ];
  return [
    note(
      'The suggestion of ',
      whom,
      ` wasn’t accepted: the request ${ends[phase] ?? 'was approved without it'}.`,
    ),
  ];
}
