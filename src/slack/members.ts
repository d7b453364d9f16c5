import * as z from 'zod';
import type { Clock, Members } from '../core/ports.ts';
import { SlackRefusal } from './refusal.ts';
import { slackbot } from './slackbot.ts';
import type { SlackCall } from './web.ts';

const maxAge = 5 * 60_000;

/** Slack leaves out a flag that does not apply. */
const flag = z.boolean().default(false);
const user = z.object({
  name: z.string().optional(),
  team_id: z.string().min(1),
  deleted: flag,
  is_bot: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
});
type User = z.infer<typeof user>;

/** Asks Slack who somebody is, and remembers it for five minutes. */
export function membersOf(slack: SlackCall, clock: Clock): Members {
  const known = new Map<string, { refused: string | undefined; at: number }>();
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

  async function ask(person: string, team: string): Promise<string | undefined> {
    const own = await homeTeam();
    if (team && team !== own) return 'Skydesk serves its own workspace only, and this came from another.';
    try {
      const { user: answered } = await slack((web) => web.users.info({ user: person }));
      const known = user.parse(answered ?? {});
      return refusal(person === slackbot ? { ...known, is_bot: true } : known, own);
    } catch (error) {
      if (error instanceof SlackRefusal && /^user_not/.test(error.reason))
        return 'Slack does not know who you are.';
      throw error;
    }
  }

  async function askName(person: string): Promise<string | undefined> {
    try {
      return user.parse((await slack((web) => web.users.info({ user: person }))).user ?? {}).name;
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
      const key = `${team}/${person}`;
      const remembered = known.get(key);
      if (remembered && clock() - remembered.at < maxAge) return answer(remembered.refused);
      const refused = await ask(person, team);
      known.set(key, { refused, at: clock() });
      return answer(refused);
    },
  };
}

const answer = (refused: string | undefined) => (refused === undefined ? {} : { refused });

function refusal(person: User, own: string): string | undefined {
  if (person.deleted || person.is_bot) return 'Skydesk serves people with an active account only.';
  if (person.is_stranger || person.team_id !== own) {
    return 'Skydesk serves its own workspace only, and you belong to another.';
  }
  if (person.is_restricted || person.is_ultra_restricted) return 'Skydesk does not serve guests.';
  return undefined;
}
