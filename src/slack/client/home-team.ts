import * as z from 'zod/mini';
import { cacheOf } from '../../core/cached.ts';
import type { Clock } from '../../core/clock.ts';
import type { SlackCall } from './web.ts';

const identity = z.object({
  team_id: z.string().check(z.minLength(1)),
  enterprise_id: z.nullish(z.string()),
});

/** The workspace that the bot token belongs to. */
export interface HomeTeam {
  readonly id: string;
  /** Id of its Enterprise Grid organization, if it has one. */
  readonly enterprise: string | undefined;
}

/** Asks Slack for Skydesk's workspace, once, since it never changes. Rejects if Slack can't be reached. */
export function homeTeamOf(slack: SlackCall, clock: Clock): () => Promise<HomeTeam> {
  const home = cacheOf(async () => {
    const { team_id: id, enterprise_id } = identity.parse(await slack((web) => web.auth.test()));
    return { id, enterprise: enterprise_id ?? undefined };
  }, clock);
  return () => home.get(() => true);
}
