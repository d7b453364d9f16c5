import * as z from 'zod/mini';
import type { Profile } from '../../messaging/person-label.ts';

/** Slack omits a flag that is false. */
const flag = z._default(z.boolean(), false);

/**
 * The fields of `users.info` that are used. On Enterprise Grid, `team_id` can be missing, null or any of the person's workspaces;
 * `enterprise_user` then lists all of them and contains a second user id.
 */
export const slackUser = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.optional(z.string()),
  real_name: z.nullish(z.string()),
  team_id: z.nullish(z.string()),
  tz: z.nullish(z.string()),
  enterprise_user: z.nullish(
    z.object({ id: z.string().check(z.minLength(1)), teams: z._default(z.array(z.string()), []) }),
  ),
  deleted: flag,
  is_bot: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
});
/** A person according to `users.info`. */
export type SlackUser = z.infer<typeof slackUser>;

/** A person's relation to Skydesk's workspace. Only members can use Skydesk. */
export type Membership = 'member' | 'guest' | 'gone' | 'of another workspace';

/** Returns a person's relation to the workspace with the id `home`. */
export function membershipOf(user: SlackUser, home: string): Membership {
  if (user.deleted || user.is_bot) return 'gone';
  const workspaces = [user.team_id, ...(user.enterprise_user?.teams ?? [])];
  if (user.is_stranger || !workspaces.includes(home)) return 'of another workspace';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}

/** Returns what messages show of a person. `home` is the id of Skydesk's workspace. */
export function profileOf(user: SlackUser, home: string): Profile {
  const membership = membershipOf(user, home);
  const gone = user.is_bot ? 'bot' : 'deactivated';
  const status =
    membership === 'gone' ? gone : membership === 'of another workspace' ? membership : undefined;
  return { fullName: user.real_name ?? '', handle: user.name, status };
}

/**
 * Returns the user id to store for a person. On Enterprise Grid a person can have two; Slack recommends the organization's:
 * https://docs.slack.dev/reference/objects/user-object
 */
export const storedUserId = ({ id, enterprise_user }: SlackUser): string => enterprise_user?.id ?? id;
