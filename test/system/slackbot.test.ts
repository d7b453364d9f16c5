import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { asObject, asObjects, asString, type JsonObject } from '../../local/slack/payload/json.ts';
import { tools } from '../../src/agents/tools.ts';
import { skydeskOfFile } from '../support/index.ts';

const skydesk = await skydeskOfFile();
const { slack } = skydesk;
beforeEach(async () => {
  await skydesk.settled();
  await skydesk.inspector.reset();
});

const call = (person: string, tool: string, args: JsonObject = {}) =>
  slack.type(person, 'slackbot', `${tool} ${JSON.stringify(args)}`);

/** Slackbot's newest message, in JSON. */
const newest = (person: string) => JSON.stringify(slack.sees(person, 'slackbot').at(-1)?.blocks ?? []);

/** Messages of Slack itself, such as that it drops blocks. */
const notices = () =>
  slack
    .journal()
    .filter(({ kind }) => kind === 'notice')
    .map(({ data }) => asString(data.text));

test('Slackbot drops no block of any answer to a read', async () => {
  const people = ['ana', 'ben', 'cora'];
  const reads = tools.filter(({ annotations }) => annotations.readOnlyHint);
  expect(reads.length).toBeGreaterThan(20);
  for (const [at, { name, inputSchema }] of reads.entries()) {
    const required = inputSchema.required ?? [];
    const args = required.map((field) => [field, exampleOf(inputSchema.properties[field])]);
    await call(people[at % people.length] ?? 'ana', name, Object.fromEntries(args));
  }
  expect(notices()).toEqual([]);
  const rendered = people
    .flatMap((person) => slack.sees(person, 'slackbot'))
    .filter(({ blocks }) =>
      asObjects(blocks).some(({ type }) => !['context', 'rich_text'].includes(asString(type))),
    );
  expect(rendered.length, 'answers with blocks').toBeGreaterThan(15);
  const failures = slack
    .sees('ana', 'slackbot')
    .filter(({ text }) => asString(text).includes('got no answer'));
  expect(failures).toEqual([]);
});

const exampleOf = (schema: unknown) => {
  const { examples = [] } = asObject(JSON.parse(JSON.stringify(schema)));
  return Array.isArray(examples) ? examples[0] : undefined;
};

/** The lines for Slackbot on the pages. */
const printed = ['docs/agents.md', 'docs/local.md'].flatMap((page) => {
  const text = readFileSync(path.join(import.meta.dirname, '../..', page), 'utf8');
  const [, table = ''] = /\| type to Slackbot \|.*\n((?:\|.*\n)+)/.exec(text) ?? [];
  return [
    ...text.matchAll(/npm run try -- --mcp '([^'\n]+)'/g),
    ...text.matchAll(/npm run try -- --mcp (\w+)/g),
    ...table.matchAll(/^\| `([^`]+)` \|/gm),
  ].map(([, line = '']) => line);
});

test.each([...new Set(printed)])('answers the line on a page: %s', async (line) => {
  // The request #1, which one of the lines needs.
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
  expect(trace).toMatchObject({ person: 'U0BEN', failures: 0 });
});
