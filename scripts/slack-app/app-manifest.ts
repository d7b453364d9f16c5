import { operations } from '../../src/operations/index.ts';
import { botScopes, scopeOfSlackbot, scopesOfEvents } from '../../src/slack/client/scopes.ts';
import { UsageError } from '../command-line/command-line.ts';

/** The names that let several bots share a workspace, and the address of the receiver. */
export interface Installation {
  /** The receiver's address: `https://host`, with or without `/slack/events`; undefined for Socket Mode, which needs none. */
  readonly url: string | undefined;
  /** At most 35 characters; Skydesk by default. */
  readonly name?: string | undefined;
  /** `/cloud` by default. */
  readonly command?: string | undefined;
  /** Whether Slackbot may call the MCP endpoint at this host. Not available with Socket Mode. */
  readonly mcp?: boolean | undefined;
}

const path = '/slack/events';
/** Maximum lengths in Slack, in characters. */
const [longestName, longestMcpUrl] = [35, 500];

/**
 * The manifest of the Slack app, made from the operations (docs.slack.dev/reference/app-manifest).
 * @throws UsageError for an installation that Slack would not take
 */
export function manifestFor({ url, name = 'Skydesk', command = '/cloud', mcp = false }: Installation) {
  const address = url === undefined ? undefined : requestUrl(url);
  const posted = address === undefined ? {} : { request_url: address };
  if (!/^\/[a-z0-9_-]{1,31}$/.test(command))
    throw new UsageError(
      `“${command}” isn't a valid slash command: use a slash and up to 31 lowercase letters, digits, - or _.`,
    );
  if (name.trim() === '' || name.length > longestName)
    throw new UsageError(`The app's name must be 1 to ${longestName} characters; it is ${name.length}.`);
  return {
    _metadata: { major_version: 1 },
    display_information: {
      name,
      description: 'Manage cloud resources from Slack with previews, approvals and an audit log',
      background_color: '#1d3557',
    },
    features: {
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: false,
      },
      bot_user: { display_name: botName(name), always_online: true },
      slash_commands: [
        {
          command,
          ...(address !== undefined && { url: address }),
          description: 'Manage servers, public IPs, alerts, firewalls and costs',
          usage_hint: usageHint(),
          // Mentions then arrive with the person's id, which the search of the audit log needs.
          should_escape: true,
        },
      ],
    },
    oauth_config: { scopes: { bot: mcp ? [...botScopes, scopeOfSlackbot].sort() : botScopes } },
    settings: {
      event_subscriptions: { ...posted, bot_events: Object.keys(scopesOfEvents) },
      interactivity: { is_enabled: true, ...posted },
      org_deploy_enabled: false,
      socket_mode_enabled: address === undefined,
      token_rotation_enabled: false,
    },
    ...(mcp && address !== undefined && { mcp_servers: mcpServers(address) }),
  };
}

/** Declares the MCP server. Slackbot signs its requests and names the person, so no further authorization is needed. */
function mcpServers(address: string) {
  const url = new URL('/mcp', address).href;
  if (url.length > longestMcpUrl)
    throw new UsageError(
      `The URL of the MCP endpoint may have ${longestMcpUrl} characters; it has ${url.length}.`,
    );
  return { skydesk: { url, auth_type: 'slack_identity_auth' } } as const;
}

export type Manifest = ReturnType<typeof manifestFor>;

/** Returns a link to Slack's page for creating an app, with the manifest filled in. */
export const creationLink = (manifest: Manifest): string =>
  `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`;

/** Lists the first words of all commands: "help | alert | autoscale …". */
const usageHint = (): string =>
  ['help', ...new Set(operations.map(({ words }) => words[0] ?? ''))].join(' | ');

/** Converts a name to the characters that Slack accepts here: lowercase letters, digits, - _ and . */
const botName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'skydesk';

function requestUrl(given: string): string {
  const wrong = (what: string) =>
    new UsageError(`${what} Give the receiver's URL: https://HOST, with nothing after it.`);
  if (!URL.canParse(given)) throw wrong(`“${given}” isn't a URL.`);
  const { protocol, pathname, username, password, search, hash, origin } = new URL(given);
  if (protocol !== 'https:')
    throw wrong(`Slack requires https; “${given}” starts with ${protocol.replace(/:$/, '')}.`);
  if (username || password || search || hash) throw wrong(`“${given}” has more than a host.`);
  if (pathname !== '/' && pathname !== path) throw wrong(`The path of “${given}” is not ${path}.`);
  return `${origin}${path}`;
}
