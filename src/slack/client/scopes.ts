/**
 * Every method of Slack's Web API that the bot calls, and the scopes that a bot token needs for it.
 * `conversations.info` and `conversations.list` are the doctor's: it looks for the approvals channel, which may be
 * private.
 */
export const scopesOfMethods = {
  'auth.test': [],
  'blocks.validate': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'files.completeUploadExternal': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.update': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Every event that the bot hears, and the scopes that it needs. */
export const scopesOfEvents = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The slash command, and with it the addresses at which it is answered. */
const scopeOfCommand = 'commands';

/** All that the bot's token has to be allowed, and nothing more; in alphabetical order. */
export const botScopes: readonly string[] = [
  ...new Set([
    scopeOfCommand,
    ...Object.values(scopesOfMethods).flat(),
    ...Object.values(scopesOfEvents).flat(),
  ]),
].sort();

/** What would not work without a scope: methods, events, the slash command. */
export function usesOf(scope: string): readonly string[] {
  const named = Object.entries<readonly string[]>({ ...scopesOfMethods, ...scopesOfEvents });
  const uses = named.filter(([, scopes]) => scopes.includes(scope)).map(([name]) => name);
  return scope === scopeOfCommand ? ['the slash command', ...uses] : uses;
}
