import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import type { MountableSlack } from '../../local/slack/index.ts';
import { asObject, asObjects, asString, type JsonObject } from '../../local/slack/payload/json.ts';
import { tools } from '../../src/agents/tools.ts';
import { openSkydesk, quick } from '../harness/index.ts';

let skydesk: Skydesk;
let slack: MountableSlack;

beforeAll(async () => {
  skydesk = await openSkydesk();
  if (!skydesk.slack) throw new Error('There is no local Slack.');
  slack = skydesk.slack;
});
beforeEach(async () => {
  await skydesk.settled();
  await skydesk.inspector.reset();
  skydesk.cloud?.control.set(quick);
});
afterAll(() => skydesk.close());

const call = (person: string, tool: string, args: JsonObject = {}) =>
  slack.type(person, 'slackbot', `${tool} ${JSON.stringify(args)}`);

/** The newest message in a channel, in JSON. */
const newest = (person: string, channel = 'slackbot') =>
  JSON.stringify(slack.sees(person, channel).at(-1)?.blocks ?? []);

/** What Slack itself has said, such as that it drops blocks. */
const notices = () =>
  slack
    .journal()
    .filter(({ kind }) => kind === 'notice')
    .map(({ data }) => asString(data.text));

/** The changes that the cloud API was asked for. */
const changes = () =>
  skydesk.cloud?.control.requests().filter(({ method, path }) => method !== 'GET' && !path.includes('login'));

test('a read is answered with the blocks of the command, and the app posts nothing', async () => {
  await call('ana', 'alert_list');
  expect(newest('ana')).toContain('"type":"data_table"');
  expect(newest('ana')).toContain('Night watch');
  await skydesk.settled();
  expect(slack.calls('chat.postMessage')).toEqual([]);
});

test('a change waits for the click in Skydesk’s own message, whatever the person allows Slackbot', async () => {
  await call('ana', 'alert_assign', { policy: 'Night watch', server: ['jump'] });
  await slack.press('ana', 'Always Allow');
  await call('ana', 'alert_assign', { policy: 'Disk 80', server: ['jump'] });
  await skydesk.settled({ delayed: true });
  expect(changes()).toEqual([]);
  expect(newest('ana', 'dm')).toContain('Requested through Slackbot');
  await slack.press('ana', 'Assign Policy');
  await skydesk.settled();
  expect(changes()).toHaveLength(1);
});

test('what needs approval is asked for with its number and link, and can be followed', async () => {
  await call('ana', 'firewall_intra_create', {
    dc: 'de1',
    ports: ['tcp/443'],
    source: ['10.12.34.0/24'],
    destination: ['10.12.35.0/24'],
    why: 'the shop needs the payment API',
  });
  await slack.press('ana', 'Allow Once');
  const answer = newest('ana');
  const card = slack.sees('ben', 'approvals').at(-1);
  expect(answer).toMatch(/#\d+/);
  expect(answer).toContain(`p${asString(card?.ts).replace('.', '')}`);
  expect(JSON.stringify(card?.blocks)).toContain('through Slackbot');
  await call('ana', 'request_status', { request: /#\d+/.exec(answer)?.[0] ?? '' });
  expect(newest('ana')).toContain('0 of 1 approved');
  expect(changes()).toEqual([]);
});

test.each(['gus', 'sam'])(
  '%s, who may not use Skydesk, gets nothing from it through Slackbot either',
  async (person) => {
    await call(person, 'alert_list');
    expect(newest(person)).not.toContain('Night watch');
  },
);

test('Slackbot drops no block of what Skydesk answers to any read', async () => {
  const people = ['ana', 'ben', 'cora'];
  const reads = tools.filter(({ annotations }) => annotations.readOnlyHint);
  expect(reads.length).toBeGreaterThan(20);
  for (const [at, { name, inputSchema }] of reads.entries()) {
    const required = inputSchema.required ?? [];
    const args = required.map((field) => [field, exampleOf(inputSchema.properties[field])]);
    await call(people[at % people.length] ?? 'ana', name, Object.fromEntries(args));
  }
  expect(notices()).toEqual([]);
  const drawn = people
    .flatMap((person) => slack.sees(person, 'slackbot'))
    .filter(({ blocks }) =>
      asObjects(blocks).some(({ type }) => !['context', 'rich_text'].includes(asString(type))),
    );
  expect(drawn.length, 'answers with blocks').toBeGreaterThan(15);
  const failures = slack
    .sees('ana', 'slackbot')
    .filter(({ text }) => asString(text).includes('got no answer'));
  expect(failures).toEqual([]);
});

const exampleOf = (schema: unknown) => {
  const { examples = [] } = asObject(JSON.parse(JSON.stringify(schema)));
  return Array.isArray(examples) ? examples[0] : undefined;
};

/** What the pages type to Slackbot. */
const printed = ['docs/agents.md', 'docs/local.md'].flatMap((page) => {
  const text = readFileSync(path.join(import.meta.dirname, '../..', page), 'utf8');
  const [, table = ''] = /\| type to Slackbot \|.*\n((?:\|.*\n)+)/.exec(text) ?? [];
  return [
    ...text.matchAll(/npm run try -- --mcp '([^'\n]+)'/g),
    ...text.matchAll(/npm run try -- --mcp (\w+)/g),
    ...table.matchAll(/^\| `([^`]+)` \|/gm),
  ].map(([, line = '']) => line);
});

test.each([...new Set(printed)])('answers what the pages type: %s', async (line) => {
  // The request #1, which one of them asks for.
  await slack.type('ana', 'cloud-ops', '/cloud firewall delete de1 ac11a458 why="Nightly backup"');
  await skydesk.settled();
  await slack.press('ana', 'Request Approval');
  await skydesk.settled();
  await slack.type('ana', 'slackbot', line);
  await skydesk.settled();
  const said = newest('ana');
  expect(said.length).toBeGreaterThan(20);
  expect(said).not.toMatch(/❌|has no tool|There is no/);
});

test('each call is signed in the name of its person', async () => {
  await call('ben', 'alert_list');
  const calls = slack
    .journal()
    .filter(({ kind, data }) => kind === 'request' && asObject(data.payload).method === 'tools/call');
  expect(asObjects(calls.map(({ data }) => asObject(data.ack)))).toMatchObject([{ ok: true, status: 200 }]);
  const [trace] = skydesk.inspector.traces().filter(({ title }) => title === 'Slackbot called alert_list');
  expect(trace).toMatchObject({ person: 'U0BEN', kind: 'tool', failures: 0 });
});
