import { expect, onTestFinished, test } from 'vitest';
import { ConnectionRefused } from '../../../../local/socket-mode/index.ts';
import { CommandError, UsageError } from '../../../../scripts/command-line/command-line.ts';
import { appTokenRefused, botOf, slackTokens } from '../../../../scripts/dev/slack-tokens.ts';
import { startSocketModeSlack } from '../../../support/socket-mode-slack.ts';

const [SlackAppToken, SlackBotToken] = ['xapp-1', 'xoxb-1'];
const app = 'Basic Information → App-Level Tokens, with the scope connections:write';
const bot = 'OAuth & Permissions → Bot User OAuth Token';

test('both tokens come from the environment, also by the names in older versions of the Slack CLI', () => {
  const both = { appToken: 'xapp-1', botToken: 'xoxb-1' };
  expect(slackTokens({ SLACK_APP_TOKEN: SlackAppToken, SLACK_BOT_TOKEN: SlackBotToken })).toEqual(both);
  expect(slackTokens({ SLACK_CLI_XAPP: 'xapp-1', SLACK_CLI_XOXB: 'xoxb-1' })).toEqual(both);
});

test.each([
  [{}, `SLACK_APP_TOKEN is not set. It starts with xapp-. Copy it from the app's page ${app}.`],
  [
    { SLACK_APP_TOKEN: SlackAppToken },
    `SLACK_BOT_TOKEN is not set. It starts with xoxb-. Copy it from the app's page ${bot}.`,
  ],
  [
    { SLACK_APP_TOKEN: 'xoxb-secret', SLACK_BOT_TOKEN: SlackBotToken },
    `SLACK_APP_TOKEN is of another kind, xoxb-…. It starts with xapp-. Copy it from the app's page ${app}.`,
  ],
  [
    { SLACK_APP_TOKEN: SlackAppToken, SLACK_BOT_TOKEN: 'xoxp-secret' },
    `SLACK_BOT_TOKEN is of another kind, xoxp-…. It starts with xoxb-. Copy it from the app's page ${bot}.`,
  ],
  [
    { SLACK_APP_TOKEN: SlackAppToken, SLACK_BOT_TOKEN: 'secret' },
    `SLACK_BOT_TOKEN is not a token of Slack. It starts with xoxb-. Copy it from the app's page ${bot}.`,
  ],
])('%j is refused with a sentence that has no part of a secret', (environment, words) => {
  expect(() => slackTokens(environment)).toThrow(new UsageError(words));
});

test.each([
  ['invalid_auth', 'is not a token that Slack knows'],
  ['not_allowed_token_type', 'is of another kind'],
  ['missing_scope', 'lacks a scope'],
  ['token_revoked', 'was revoked'],
  ['account_inactive', 'was revoked, or its app was uninstalled'],
  ['new_one', 'was refused'],
])('when Slack answers %s, a token %s', async (code, what) => {
  const words = (token: string, page: string) =>
    new CommandError(`${token} ${what} (${code}). Copy it again from the app's page ${page}.`);
  expect(() => appTokenRefused(new ConnectionRefused(code))).toThrow(words('SLACK_APP_TOKEN', app));
  const slack = await startSocketModeSlack();
  onTestFinished(() => slack.close());
  slack.slack.fault({ method: 'auth.test', error: code });
  await expect(botOf(slack)).rejects.toThrow(words('SLACK_BOT_TOKEN', bot));
});

test('Socket Mode that is off is named, and no other error is blamed on the token', () => {
  expect(() => appTokenRefused(new ConnectionRefused('link_disabled'))).toThrow(
    "Socket Mode is off. Enable it on the app's page Socket Mode, and start again.",
  );
  expect(() => appTokenRefused(new Error('other'))).toThrow('other');
});

test('the bot is named; a Slack that does not respond is, too', async () => {
  const slack = await startSocketModeSlack();
  expect(await botOf(slack)).toEqual({ team: 'Acme', user: 'skydesk' });
  await slack.close();
  await expect(botOf(slack)).rejects.toThrow(
    /^http:.*\/api\/ doesn't answer: .*Check the network, and SLACK_API_URL\.$/,
  );
});
