import * as z from 'zod';
import type { Clock, Members, Membership } from '../core/ports.ts';
import { keptId, type Standing, slackUser, standingOf } from '../flow/slack-user.ts';
import { SlackRefusal } from './refusal.ts';
import { slackbot } from './slackbot.ts';
import type { SlackCall } from './web.ts';

const maxAge = 5 * 60_000;

const refusals: Readonly<Record<Exclude<Standing, 'member'>, string>> = {
  gone: 'Skydesk serves people with an active account only.',
  'of another workspace': 'Skydesk serves the members of its own workspace only.',
  guest: 'Skydesk does not serve guests.',
};

/** Asks Slack who a person is, and remembers the answer for five minutes. */
export function membersOf(slack: SlackCall, clock: Clock): Members {
  const known = new Map<string, { membership: Membership; at: number }>();
  const names = new Map<string, { name: string | undefined; at: number }>();
  let home: Promise<string> | undefined;

  /** The workspace that the bot's token belongs to. */
  function homeTeam(): Promise<string> {
    home ??= slack((web) => web.auth.test())
      .then(({ team_id }) => z.string().min(1).parse(team_id))
      .catch((error: unknown) => {
        home = undefined;
        throw error;
      });
    return home;
  }

  async function ask(person: string): Promise<Membership> {
    const own = await homeTeam();
    try {
      const { user: answered } = await slack((web) => web.users.info({ user: person }));
      const found = slackUser.parse(answered ?? {});
      const standing = standingOf(person === slackbot ? { ...found, is_bot: true } : found, own);
      if (standing !== 'member') return { refused: refusals[standing] };
      const kept = keptId(found);
      return { id: kept, aliases: [...new Set([found.id, person])].filter((one) => one !== kept) };
    } catch (error) {
      if (error instanceof SlackRefusal && /^user_not/.test(error.reason)) {
        return { refused: 'Slack does not know this person.' };
      }
      throw error;
    }
  }

  async function askName(person: string): Promise<string | undefined> {
    try {
      return slackUser.parse((await slack((web) => web.users.info({ user: person }))).user ?? {}).name;
    } catch (error) {
      if (error instanceof SlackRefusal && /^user_not/.test(error.reason)) return undefined;
      throw error;
    }
  }

  return {
    async name(person) {
      const remembered = names.get(person);
      if (remembered && clock() - remembered.at < maxAge) return remembered.name;
      const name = await askName(person);
      names.set(person, { name, at: clock() });
      return name;
    },

    async check(person, team) {
      if (team && team !== (await homeTeam())) {
        return { refused: 'Skydesk serves its own workspace only, and this came from another.' };
      }
      const remembered = known.get(person);
      if (remembered && clock() - remembered.at < maxAge) return remembered.membership;
      const membership = await ask(person);
      known.set(person, { membership, at: clock() });
      return membership;
    },
  };
}
