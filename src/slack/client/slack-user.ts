import * as z from 'zod';

/** Slack leaves out a flag that does not apply. */
const flag = z.boolean().default(false);

/**
 * What `users.info` says of a person, as far as it is used. In an organization of Enterprise Grid `team_id` can be
 * missing, null or any one workspace of the person; `enterprise_user` then names all of them, and a second id.
 */
export const slackUser = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  team_id: z.string().nullish(),
  enterprise_user: z.object({ id: z.string().min(1), teams: z.array(z.string()).default([]) }).nullish(),
  deleted: flag,
  is_bot: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
});
export type SlackUser = z.infer<typeof slackUser>;

/** What a person is to the workspace `home`. Members alone are served. */
export type Standing = 'member' | 'guest' | 'gone' | 'of another workspace';

export function standingOf(user: SlackUser, home: string): Standing {
  if (user.deleted || user.is_bot) return 'gone';
  const workspaces = [user.team_id, ...(user.enterprise_user?.teams ?? [])];
  if (user.is_stranger || !workspaces.includes(home)) return 'of another workspace';
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member';
}

/**
 * The one id under which everything about a person is kept. On Enterprise Grid a person can have two, and Slack advises to
 * keep the one of the organization: https://docs.slack.dev/reference/objects/user-object
 */
export const keptId = ({ id, enterprise_user }: SlackUser): string => enterprise_user?.id ?? id;
