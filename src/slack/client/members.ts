import { UserError } from '../../answer/user-error.ts';
import { cacheByKey } from '../../core/cached-by-key.ts';
import { type Clock, hour, type Millis, minute } from '../../core/clock.ts';
import type { Members } from '../../messaging/member.ts';
import { isTimeZone } from '../../time/time-zone.ts';
import { isRejection } from '../api/slack-rejection.ts';
import { slackbot } from '../api/slackbot.ts';
import type { HomeTeam } from './home-team.ts';
import { lookUp } from './look-up.ts';
import {
  type Membership,
  membershipOf,
  profileOf,
  type SlackUser,
  slackUser,
  storedUserId,
} from './slack-user.ts';
import type { SlackCall } from './web.ts';

/** How long a membership or a refusal is cached. */
const maxAge: Millis = 5 * minute;
/** How long a name is cached: longer, since no permission depends on it. */
const maxNameAge: Millis = hour;

/**
 * Upper bound for name look-ups per minute and process. They share Slack's rate limit for `users.info`, about 100 per minute
 * for all workers, with the membership checks, which they must not delay.
 */
const maxNames = 20;

const refusals: Readonly<Record<Exclude<Membership, 'member'>, string>> = {
  gone: 'Bots and deactivated accounts can’t use Skydesk.',
  'of another workspace': 'Only members of this workspace can use Skydesk.',
  guest: 'Guests can’t use Skydesk.',
};

/** Looks up people by `users.info`, with a cache. `identify` looks up Skydesk's workspace before the first check. */
export function membersOf(
  slack: SlackCall,
  homeTeam: () => Promise<HomeTeam>,
  clock: Clock,
): Members & { identify(): Promise<void> } {
  const users = cacheByKey(userOf, clock);
  let lookups: readonly number[] = [];

  /** Reads a user; undefined for an unknown person. */
  async function userOf(person: string): Promise<SlackUser | undefined> {
    try {
      const { user } = await lookUp(slack, 'users.info', (web) => web.users.info({ user: person }));
      const read = slackUser.parse(user ?? {});
      return person === slackbot ? { ...read, is_bot: true } : read;
    } catch (error) {
      if (isRejection(error, 'person')) return undefined;
      throw error;
    }
  }

  /** Throws a `UserError` if too many names were looked up within a minute. */
  function countName(): void {
    const now = clock();
    lookups = lookups.filter((at) => now - at < minute);
    if (lookups.length >= maxNames) {
      throw new UserError('Skydesk looked up too many names.', {
        next: 'Try again in a minute, or choose the person from the list that opens when you type @.',
      });
    }
    lookups = [...lookups, now];
  }

  return {
    async identify() {
      await homeTeam();
    },

    async profile(person) {
      if (!users.has(person, maxNameAge)) countName();
      const [user, { id: own }] = await Promise.all([users.get(person, maxNameAge), homeTeam()]);
      return user && profileOf(user, own);
    },

    async timeZone(person) {
      const zone = (await users.get(person, maxAge))?.tz ?? undefined;
      return zone !== undefined && isTimeZone(zone) ? zone : undefined;
    },

    async check(person, team) {
      const { id: own } = await homeTeam();
      if (team && team !== own) {
        return { refused: 'Skydesk can’t be used from another workspace.' };
      }
      const user = await users.get(person, maxAge);
      if (!user) return { refused: 'Slack couldn’t find this person.' };
      const membership = membershipOf(user, own);
      if (membership !== 'member') return { refused: refusals[membership] };
      const kept = storedUserId(user);
      return { id: kept, aliases: [...new Set([user.id, person])].filter((id) => id !== kept) };
    },
  };
}
