import { UserError } from '../answer/user-error.ts';
import type { Clock, Instant } from '../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { Members } from '../messaging/member.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import { needsZone, timeOf } from '../time/time-of-words.ts';
import { longestSpan, shortestSpan, type TimeWords, type Timing, type TimingWords } from '../time/timing.ts';

/**
 * When each step of a request starts and ends, from what its requester typed, and now. Only a preview resolves it: later, "22:00" would
 * mean another day. Their time zone is looked up only where it matters. Rejects with a `UserError` that names the option, if a time is
 * past, too soon or too far ahead.
 */
export async function timingsOf(
  typed: NonEmpty<TimingWords>,
  { person }: Pick<ReplyTarget, 'person'>,
  { members, clock }: { readonly members: Pick<Members, 'timeZone'>; readonly clock: Clock },
): Promise<NonEmpty<Timing>> {
  const now = clock();
  const isZoneNeeded = typed.some(({ starts, ends }) => needsZone(starts) || needsZone(ends));
  const known = isZoneNeeded ? await members.timeZone(person) : undefined;
  const zone = known ?? 'UTC';
  return mapNonEmpty(typed, ({ starts, ends }) => {
    const startsAt = starts && startOf(starts, zone, now);
    return {
      ...(startsAt !== undefined && { startsAt }),
      ...(ends && { ends: endOf(ends, zone, startsAt, now) }),
    };
  });
}

function startOf(words: TimeWords, zone: string, now: Instant): Instant {
  const at = timeOf(words, zone, now, now);
  if (at <= now) throw wrong('starts', 'is in the past');
  if (at > now + longestSpan) throw wrong('starts', 'must be within 30 days');
  return at;
}

function endOf(words: TimeWords, zone: string, startsAt: Instant | undefined, now: Instant): Timing['ends'] {
  if ('after' in words) return words;
  const start = startsAt ?? now;
  const at = timeOf(words, zone, now, start);
  if (at <= now) throw wrong('ends', 'is in the past');
  if (at <= start) throw wrong('ends', 'must be later than starts=');
  if (at < start + shortestSpan) throw wrong('ends', 'must be at least 5 minutes after the start');
  if (at > start + longestSpan) throw wrong('ends', 'must be within 30 days of the start');
  return { at };
}

/** Returns the error for one of the options. */
const wrong = (option: 'starts' | 'ends', why: string): UserError =>
  new UserError(`${option}= ${why}.`, { next: 'Choose another time.' });
