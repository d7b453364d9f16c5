import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import { ConnectionRefused } from '../../local/socket-mode/index.ts';
import { silent } from '../../src/slack/api/silent-logger.ts';
import { CommandError, UsageError } from '../command-line/command-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The tokens that Socket Mode needs, and the places where the app's pages (api.slack.com/apps) show them. */
const tokens = {
  app: {
    variable: 'SLACK_APP_TOKEN',
    prefix: 'xapp-',
    where: 'Basic Information → App-Level Tokens, with the scope connections:write',
  },
  bot: {
    variable: 'SLACK_BOT_TOKEN',
    prefix: 'xoxb-',
    where: 'OAuth & Permissions → Bot User OAuth Token',
  },
} as const;

type Kind = keyof typeof tokens;

/**
 * Reads the tokens from the environment; older versions of the Slack CLI use other names.
 * @throws UsageError for a token that is missing, or is of another kind
 */
export const slackTokens = (environment: Environment) => ({
  appToken: checked('app', environment.SLACK_APP_TOKEN || environment.SLACK_CLI_XAPP),
  botToken: checked('bot', environment.SLACK_BOT_TOKEN || environment.SLACK_CLI_XOXB),
});

function checked(kind: Kind, token = ''): string {
  const { variable, prefix, where } = tokens[kind];
  if (token.startsWith(prefix)) return token;
  const [other] = /^x[a-z]+-/.exec(token) ?? [];
  const wrong =
    token === '' ? 'is not set' : other ? `is of another kind, ${other}…` : 'is not a token of Slack';
  throw new UsageError(
    `${variable} ${wrong}. It starts with ${prefix}. Copy it from the app's page ${where}.`,
  );
}

/** The meanings of Slack's error codes. Other codes are shown unchanged. */
const meanings: Readonly<Record<string, string>> = {
  not_authed: 'is not a token that Slack knows',
  invalid_auth: 'is not a token that Slack knows',
  token_revoked: 'was revoked',
  token_expired: 'has expired',
  account_inactive: 'was revoked, or its app was uninstalled',
  not_allowed_token_type: 'is of another kind',
  missing_scope: 'lacks a scope',
};

function refusal(kind: Kind, code: string): CommandError {
  if (code === 'link_disabled')
    return new CommandError("Socket Mode is off. Enable it on the app's page Socket Mode, and start again.");
  const { variable, where } = tokens[kind];
  const what = meanings[code] ?? 'was refused';
  return new CommandError(`${variable} ${what} (${code}). Copy it again from the app's page ${where}.`);
}

/** Handles a rejected connection: throws a `CommandError` if Slack refused it, else the original error. */
export function appTokenRefused(error: unknown): never {
  throw error instanceof ConnectionRefused ? refusal('app', error.code) : error;
}

/**
 * Asks Slack for the owner of a bot token.
 * @param apiUrl ends with a slash
 * @throws CommandError if Slack refuses it or can't be reached
 */
export async function botOf({ apiUrl, botToken }: { apiUrl: string; botToken: string }) {
  const web = new WebClient(botToken, {
    slackApiUrl: apiUrl,
    logger: silent,
    retryConfig: { retries: 0 },
    timeout: 10_000,
  });
  try {
    const { team = '', user = '' } = await web.auth.test();
    return { team, user };
  } catch (error) {
    if (error instanceof WebAPIPlatformError) throw refusal('bot', error.data.error);
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${apiUrl} doesn't answer: ${why}. Check the network, and SLACK_API_URL.`);
  }
}
