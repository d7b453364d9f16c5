import { describe, expect, test } from 'vitest';
import type { LambdaOptions, LogLine } from '../../local/aws/index.ts';
import { asObject, asString, parseJson } from '../../local/slack/payload/json.ts';
import { renderView } from '../../local/terminal/render-message.ts';
import {
  freshSkydesk,
  idOf,
  inThisProcess,
  keyIdIn,
  readable,
  sendTo,
  shownAs,
  withKey,
} from '../support/index.ts';
import { findSecrets } from '../support/secrets-scan.ts';

/*
 * API keys as people create, list and lose them. Each test has the keys of another person.
 */

const McpUrl = 'https://skydesk.example/mcp';
const hour = 3_600_000;
const lines: LogLine[] = [];
/** Every token that was shown. */
const shown = new Set<string>();

/** A deployment that serves agents. */
function withAgents({ environment, ...options }: LambdaOptions) {
  const environmentOf = typeof environment === 'function' ? environment : () => environment;
  return inThisProcess({
    ...options,
    environment: (instance) => ({ ...environmentOf(instance), MCP_URL: McpUrl }),
  });
}

const skydesk = await freshSkydesk({ createFunction: withAgents, onLog: (line) => lines.push(line) });

/** Whether a call with this key is answered. */
async function works(token: string): Promise<boolean> {
  const { status } = await sendTo(skydesk, '/run', withKey(token, 'fields'));
  expect([200, 401]).toContain(status);
  return status === 200;
}

/** What is stored of a person's key. */
async function kept(person: string, id: string): Promise<object> {
  const items = await skydesk.stored.items();
  const item = items.find(({ pk, sk }) => pk === `api-key#${idOf(person)}` && sk === id);
  return asObject(parseJson(String(item && readable(item).content)));
}

/** The tokens in what a person sees in a channel, oldest first. */
function tokensSeen(person: string, channel: string): string[] {
  const seen = skydesk.slack.sees(person, channel).map((message) => shownAs(message));
  const tokens = [...seen.join('\n').matchAll(/skydesk_[UW]\w+_[0-9a-f]{6}_[\w-]{43}/g)].map(
    ([token]) => token,
  );
  for (const token of tokens) shown.add(token);
  return tokens;
}

/** Creates a key; resolves to its token and its id. */
async function create(person: string, line = 'key create'): Promise<{ token: string; id: string }> {
  await skydesk.type(person, line);
  const token = tokensSeen(person, 'cloud-ops').at(-1) ?? '';
  return { token, id: keyIdIn(token) };
}

const history = async (id: string): Promise<readonly string[]> =>
  (await skydesk.stored.log())
    .filter(({ targets }) => JSON.stringify(targets).includes(id))
    .map(({ event, operation, title }) => `${event} ${operation}: ${title}`);

test('a key is shown to its person only, with its permissions and how to use it', async () => {
  const { token, id } = await create('ana', 'key create for=90m');
  const message = skydesk.whispered('ana');
  expect(message.split('\n')).toEqual([
    expect.stringMatching(`^✅ API key ${id} · works until `),
    `  ${token}`,
    'Copy it now: Skydesk stores only its hash, and can’t show it again.',
    expect.stringContaining('Changes wait for your click in Slack'),
    `MCP endpoint: ${McpUrl}`,
    'Header: Authorization: Bearer KEY',
    '  curl https://skydesk.example/run -H "Authorization: Bearer $SKYDESK_KEY" -d "alert list"',
    expect.stringContaining('[Revoke Key]'),
  ]);
  expect(await kept('ana', id)).toMatchObject({
    id,
    person: idOf('ana'),
    team: 'T0SKYDESK',
    account: 'ACME',
  });
  skydesk.time?.advance(1.4 * hour);
  expect(await works(token)).toBe(true);
  skydesk.time?.advance(0.1 * hour);
  expect(await works(token)).toBe(false);
  expect(tokensSeen('ben', 'cloud-ops')).toEqual([]);
  expect(await history(id)).toEqual([
    expect.stringMatching(`^applied key.create: Create API key ${id}, which works until \\d{4}-.* UTC$`),
  ]);
});

test('a key is ephemeral in a direct message, too', async () => {
  await skydesk.doing(() => skydesk.slack.type('ben', 'dm', 'key create'));
  const [token = ''] = tokensSeen('ben', 'dm');
  expect(await works(token)).toBe(true);
  expect(await kept('ben', keyIdIn(token))).toMatchObject({ person: idOf('ben') });
  expect(skydesk.slack.sees('ben', 'dm').at(-1)).toMatchObject({ onlyFor: idOf('ben') });
});

test.each([
  ['as the reason of a change', (token: string) => `alert delete "Disk 80" why="with ${token}"`],
  ['as a name', (token: string) => `alert show ${token}`],
])('a key that is typed %s is revoked, and the command does not run', async (_, line) => {
  const { token, id } = await create('ben');
  await skydesk.type('ben', line(token));
  expect(await works(token)).toBe(false);
  expect(skydesk.whispered('ben').split('\n')).toEqual([
    '❌ This has an API key in it, so Skydesk neither ran nor kept it. Nothing was changed.',
    `API key ${id} was revoked, since a key in a text is no longer a secret.`,
  ]);
  expect(await history(id)).toEqual([
    expect.stringContaining('applied key.create'),
    expect.stringContaining('ended key.create'),
  ]);
});

test('of two keys that are typed at once, both are revoked', async () => {
  const [one, other] = [await create('ben'), await create('ben')];
  await skydesk.type('ben', `alert show "${one.token} ${other.token}"`);
  expect(await works(one.token)).toBe(false);
  expect(await works(other.token)).toBe(false);
});

test('the id of a key is not enough to revoke it by typing', async () => {
  const { token, id } = await create('ben');
  await skydesk.type('cora', `alert show skydesk_${idOf('ben')}_${id}_${'x'.repeat(43)}`);
  expect(await works(token)).toBe(true);
  expect(skydesk.whispered('cora')).toContain(`API key ${id} doesn’t work.`);
});

test('Home lists the working keys, and revokes one', async () => {
  const page = { width: 400, colours: false, zone: 'UTC', now: 0, nameOf: (id: string) => id };
  const home = () => {
    const view = skydesk.slack.home('ben');
    return view ? renderView(view, page) : '';
  };
  await skydesk.type('ben', 'key list');
  while (skydesk.whispered('ben').includes('[Revoke Key]')) {
    await skydesk.press('ben', 'Revoke Key');
    await skydesk.type('ben', 'key list');
  }
  await skydesk.doing(() => skydesk.slack.openHome('ben'));
  expect(home()).not.toContain('API keys');
  const { token, id } = await create('ben');
  await skydesk.doing(() => skydesk.slack.openHome('ben'));
  expect(home()).toMatch(
    new RegExp(`API keys\n[^]*API key ${id} · works until .*
.*\\[Revoke Key]`),
  );
  expect(home().split('Recent changes')[1]).not.toContain('API key');
  expect(home()).toContain('For another key, run /cloud key create in a channel or in Messages.');
  await skydesk.press('ben', 'Revoke Key', { view: asString(skydesk.slack.home('ben')?.id) });
  expect(await works(token)).toBe(false);
  expect(home()).not.toContain(`${id} · works`);
});

describe('after these tests', () => {
  test('no token is in the table, in a log line or in a trace', async () => {
    expect(shown.size).toBeGreaterThan(5);
    const items = await skydesk.stored.items();
    const texts = [
      ...items.map((item) => [`an item, ${item.pk}`, JSON.stringify(readable(item))] as const),
      ...lines.map(({ text }) => ['a log line', text] as const),
      ...skydesk.inspector.traces().map((trace) => ['a trace', JSON.stringify(trace)] as const),
    ];
    expect(texts.length).toBeGreaterThan(100);
    // The secret part: the rest names the key.
    const secrets = Object.fromEntries([...shown].map((token) => [token.slice(0, -44), token.slice(-43)]));
    expect(findSecrets(secrets, texts)).toEqual([]);
  });
});
