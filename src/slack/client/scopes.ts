/**
 * The methods of Slack's Web API that Skydesk calls, and the bot token scopes that each needs. The health check uses
 * `conversations.info` and `conversations.list` to find the approvals channel, which may be private.
 */
export const scopesOfMethods = {
  'auth.test': [],
  'blocks.validate': [],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'files.completeUploadExternal': ['files:write'],
  'files.getUploadURLExternal': ['files:write'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The events that Skydesk subscribes to, and the scopes that each needs. */
export const scopesOfEvents = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  'message.im': ['im:history'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Scope for the slash command and its response URLs. */
const scopeOfCommand = 'commands';

/** Scope with which Slackbot may call the MCP endpoint. Only an app whose manifest names that endpoint has it. */
export const scopeOfSlackbot = 'mcp:connect';

/** The scopes that the bot token needs, in alphabetical order. Slackbot's is not among them. */
export const botScopes: readonly string[] = [
  ...new Set([
    scopeOfCommand,
    ...Object.values(scopesOfMethods).flat(),
    ...Object.values(scopesOfEvents).flat(),
  ]),
].sort();

/** Returns the methods, the events and the slash command that need a scope. */
export function usesOf(scope: string): readonly string[] {
  const named = Object.entries<readonly string[]>({ ...scopesOfMethods, ...scopesOfEvents });
  const uses = named.filter(([, scopes]) => scopes.includes(scope)).map(([name]) => name);
  return scope === scopeOfCommand ? ['the slash command', ...uses] : uses;
}
