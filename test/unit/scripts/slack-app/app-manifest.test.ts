import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../../scripts/command-line/command-line.ts';
import { manifestFile, printed } from '../../../../scripts/manifest.ts';
import { creationLink, manifestFor } from '../../../../scripts/slack-app/app-manifest.ts';
import { operations } from '../../../../src/operations/index.ts';
import { botScopes } from '../../../../src/slack/client/scopes.ts';
import { runScript } from '../../../support/run-script.ts';

const root = path.join(import.meta.dirname, '../../../..');
const url = 'https://abc123.execute-api.eu-west-1.amazonaws.com';
const manifest = manifestFor({ url });

test('slack-manifest.json follows the operations', () => {
  expect(readFileSync(path.join(root, 'slack-manifest.json'), 'utf8')).toBe(manifestFile());
});

test('everything goes to one address, and no unused feature is enabled', () => {
  const { features, settings } = manifest;
  const addresses = [
    ...features.slash_commands.map((command) => command.url),
    settings.event_subscriptions.request_url,
    settings.interactivity.request_url,
  ];
  expect(new Set(addresses)).toEqual(new Set([`${url}/slack/events`]));
  expect(settings).toMatchObject({
    event_subscriptions: { bot_events: ['app_home_opened', 'app_mention', 'message.im'] },
    interactivity: { is_enabled: true },
    org_deploy_enabled: false,
    socket_mode_enabled: false,
    token_rotation_enabled: false,
  });
  expect(features.app_home).toEqual({
    home_tab_enabled: true,
    messages_tab_enabled: true,
    messages_tab_read_only_enabled: false,
  });
});

test('the usage hint names the first word of every operation', () => {
  const hint = manifest.features.slash_commands[0]?.usage_hint.split(' | ');
  expect(hint).toEqual(['help', ...new Set(operations.map(({ words }) => words[0]))]);
});

test('names fit the limits of Slack', () => {
  const { display_information, features } = manifestFor({ url, name: 'Skydesk (Test & Trial)' });
  expect(display_information.name.length).toBeLessThanOrEqual(35);
  expect(display_information.description.length).toBeLessThanOrEqual(140);
  expect(features.bot_user.display_name).toBe('skydesk-test-trial');
  for (const { description, usage_hint } of features.slash_commands) {
    expect(description.length).toBeLessThanOrEqual(2000);
    expect(usage_hint.length).toBeLessThanOrEqual(1000);
  }
});

test('several bots can be in one workspace, each with its name and its command', () => {
  const other = manifestFor({ url, name: 'Skydesk Test', command: '/cloud-test' });
  expect(other.display_information.name).toBe('Skydesk Test');
  expect(other.features.slash_commands.map(({ command }) => command)).toEqual(['/cloud-test']);
});

describe('with --mcp', () => {
  const { mcp_servers, oauth_config, ...others } = manifestFor({ url: `${url}/slack/events`, mcp: true });

  test('Slackbot may call the MCP endpoint at the same host, signed, with the scope for it', () => {
    expect(mcp_servers).toEqual({ skydesk: { url: `${url}/mcp`, auth_type: 'slack_identity_auth' } });
    expect(oauth_config.scopes.bot).toEqual([...botScopes, 'mcp:connect'].sort());
  });

  test('all else is the same as without', () => {
    const { oauth_config, ...without } = manifest;
    expect(others).toEqual(without);
  });

  test('a URL that Slack would not take is refused', () => {
    const long = `https://${'a'.repeat(60)}.${'b'.repeat(490)}`;
    expect(() => printed({ url: long, mcp: true })).toThrow(
      'The URL of the MCP endpoint may have 500 characters; it has 563.',
    );
  });
});

test('for Socket Mode it has no address, and all else is the same', () => {
  const { text: out } = printed({ socket: true, command: '/cloud-ana' });
  expect(out).not.toMatch(/https?:|\burl\b|request_url|mcp/);
  const { features, settings, ...others } = JSON.parse(out);
  expect(features.slash_commands[0].command).toBe('/cloud-ana');
  expect(settings).toMatchObject({
    socket_mode_enabled: true,
    event_subscriptions: { bot_events: manifest.settings.event_subscriptions.bot_events },
    interactivity: { is_enabled: true },
  });
  expect(manifest).toMatchObject(others);
  for (const more of [{ url }, { mcp: true }])
    expect(() => printed({ socket: true, ...more })).toThrow(/^--socket goes with neither/);
});

test('the link contains exactly the manifest', () => {
  const link = new URL(creationLink(manifest));
  expect(link.origin + link.pathname).toBe('https://api.slack.com/apps');
  expect(link.searchParams.get('new_app')).toBe('1');
  expect(JSON.parse(link.searchParams.get('manifest_json') ?? '')).toEqual(manifest);
});

describe('a manifest that can’t be installed is refused in a sentence', () => {
  const end = " Give the receiver's URL: https://HOST, with nothing after it.";
  test.each([
    ['http://a.example', `Slack requires https; “http://a.example” starts with http.${end}`],
    ['a.example', `“a.example” isn't a URL.${end}`],
    ['https://', `“https://” isn't a URL.${end}`],
    ['https://a.example/prod', `The path of “https://a.example/prod” is not /slack/events.${end}`],
    ['https://me@a.example', `“https://me@a.example” has more than a host.${end}`],
    ['https://a.example/?x=1', `“https://a.example/?x=1” has more than a host.${end}`],
  ])('%s', (given, sentence) => {
    expect(() => printed({ url: given })).toThrow(new UsageError(sentence));
  });

  test.each([
    [
      { command: 'cloud' },
      /^“cloud” isn't a valid slash command: use a slash and up to 31 lowercase letters/,
    ],
    [{ command: '/Cloud Ops' }, /^“\/Cloud Ops” isn't a valid slash command/],
    [{ name: 'x'.repeat(36) }, /^The app's name must be 1 to 35 characters; it is 36\./],
  ])('%j', (more, sentence) => {
    expect(() => printed({ url, ...more })).toThrow(sentence);
  });

  test.each(['https://a.example', 'https://a.example/', 'https://a.example/slack/events'])(
    '%s is allowed',
    (given) => {
      expect(manifestFor({ url: given }).settings.interactivity.request_url).toBe(
        'https://a.example/slack/events',
      );
    },
  );
});

test('npm run manifest prints JSON for programs, and the link next to it', async () => {
  const { out, err } = await runScript('scripts/manifest.ts', ['--url', url]);
  expect(JSON.parse(out)).toEqual(manifest);
  expect(err).toBe(`Create the app with it: ${creationLink(manifest)}\n`);
});

test('scopes are requested once, in order', () => {
  expect(manifest.oauth_config.scopes.bot).toEqual([...new Set(botScopes)].sort());
});
