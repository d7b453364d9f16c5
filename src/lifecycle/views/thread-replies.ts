import { type Answer, count, note, person, pushTo, time, waiting } from '../../answer/answer.ts';
import { type Change, requestName, type Status } from '../../change/model/change.ts';
import type { Instant } from '../../core/clock.ts';
import { mentions } from '../../policy/people-in-words.ts';
import { roundedDuration } from '../../time/duration.ts';
import { whatIsMissing } from './state-line.ts';
import { awaited, missingApprovals } from './votes-in-words.ts';

/*
 * What is told in the thread of a card: that approvals are missing, and what came of a suggestion for who made it. It notifies those whom
 * it is for. The card itself shows how the request stands, and what voters said: its edits notify nobody.
 */

/** Reminds approvers of an open request. Mentions those whom the policy names and who have not approved yet. */
export function reminder(change: Change, now: Instant): Answer {
  const { expires } = change;
  const whom = awaited(change);
  return [
    pushTo(whom, 'waiting', `${whatIsMissing(change)} · expires in ${roundedDuration(expires - now)}`),
    waiting(
      `Reminder: ${requestName(change)} needs ${count(missingApprovals(change), 'more approval')} · expires `,
      time(new Date(expires), 'relative'),
      ...(whom.length > 0 ? [' · ', ...mentions(whom)] : []),
    ),
  ];
}

/** Tells the approver who suggested a change that the requester declined it; undefined if this job did something else. */
export function declinedReply({ requester, approval }: Change, job: string): Answer | undefined {
  const declined = approval?.declined;
  if (declined?.job !== job) return undefined;
  const { by, title } = declined;
  const text = [person(requester), ' declined the suggestion of ', person(by), `: ${title}`];
  return [pushTo([by], 'neutral', ...text), note(...text)];
}

const ends: Readonly<Partial<Record<Status, string>>> = {
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  refused: 'was refused',
  expired: 'expired',
  outdated: 'is outdated',
};

/**
 * Tells the approver who suggested a change that the request ended without it; undefined if it was accepted, which the card of the narrower
 * request says.
 */
export function suggestionOutcome({ status, approval }: Change): Answer | undefined {
  const suggestion = approval?.suggestion;
  if (!suggestion || status === 'superseded') return undefined;
  const { by } = suggestion;
  const because = ends[status] ?? 'was approved without it';
  const text = ['The suggestion of ', person(by), ` wasn’t accepted: the request ${because}.`];
  return [pushTo([by], 'neutral', ...text), note(...text)];
}
