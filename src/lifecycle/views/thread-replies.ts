import { type Answer, context, note, person, pushTo, time, waiting } from '../../answer/answer.ts';
import type { Change, Status } from '../../change/model/change.ts';
import { reminderHeadline } from '../../change/words/headline.ts';
import { pushOf } from '../../change/words/on-phone.ts';
import { keptHeadline } from '../../change/words/suggested.ts';
import type { Instant } from '../../core/clock.ts';
import { mentions } from '../../policy/people-in-words.ts';
import { awaited } from './votes-in-words.ts';

/*
 * Replies in the thread of a card: reminders of missing approvals, and results of suggestions for the suggester. Replies notify
 * their addressees; edits of the card, which shows the status and the voters' comments, notify nobody.
 */

/** Renders the reminder for approvers of an open request. Mentions those that the policy names and who have not approved yet. */
export function reminder(change: Change, now: Instant): Answer {
  const { expires } = change;
  const whom = awaited(change);
  const first = reminderHeadline(change, now);
  return [
    pushOf(first, whom),
    waiting(...first.text),
    context('Expires ', time(new Date(expires)), ...(whom.length > 0 ? [' · ', ...mentions(whom)] : [])),
  ];
}

/** Renders the notification that a suggestion was declined, for its suggester; undefined if they have it, or this job did something else. */
export function declinedReply(change: Change, job: string): Answer | undefined {
  const declined = change.approval?.declined;
  if (declined?.job !== job || declined.isReplied) return undefined;
  const { by, title } = declined;
  const kept = keptHeadline(change, declined);
  return [pushOf(kept, [by]), note(...kept.text), context(person(by), ` suggested ${title}`)];
}

const ends: Readonly<Partial<Record<Status, string>>> = {
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  refused: 'was refused',
  expired: 'expired',
  outdated: 'is outdated',
};

/**
 * Renders the notification to a suggester that the request ended without their suggestion; undefined if it was accepted, which
 * the card of the narrower request shows.
 */
export function suggestionOutcome({ status, approval }: Change): Answer | undefined {
  const suggestion = approval?.suggestion;
  if (!suggestion || status === 'superseded') return undefined;
  const { by } = suggestion;
  const because = ends[status] ?? 'was approved without it';
  const text = ['The suggestion of ', person(by), ` wasn’t accepted: the request ${because}.`];
  return [pushTo([by], undefined, ...text), note(...text)];
}
