import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { LogLine } from '../../local/aws/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { quick, send, skydeskOfFile, slash } from '../support/index.ts';
import { slackbotOf } from './agents/slackbot-calls.ts';

const lines: LogLine[] = [];
const skydesk = await skydeskOfFile({ workers: 1, batchSize: 10, onLog: (line) => lines.push(line) });
beforeEach(async () => {
  await skydesk.inspector.reset();
  skydesk.cloud.control.set(quick);
});

const parsed = (): JsonObject[] => lines.map(({ text }) => asObject(parseJson(text)));
const about = (id: string): JsonObject[] => parsed().filter(({ correlation_id }) => correlation_id === id);
const said = (of: readonly JsonObject[]): string[] => of.map(({ message }) => asString(message));

/** All fields that a line may have. A new field must not be able to contain text that a person wrote. */
const fields = new Set(
  `level message timestamp service version bot correlation_id came_from _aws
  status status_class ms cold method route why error kind operation outcome late entry account seq hash view
  due failures stuck oldest_seconds approval entries request severity ours record seconds read left
  LoginFailures UnknownOutcomes RequestsFailed Sweeps ApprovalsStuck
  leases overdue lease place LeasesOverdue ends
  SweepFailures check problems HealthProblems
  caller job rule policy CallsLimited write EntriesOverwritten`.split(/\s+/),
);

test('the queries of the page on operations name fields that a line may have', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const queries = [...page.matchAll(/^```\n((?:fields|filter) .*?)^```$/gms)].map(([, query = '']) => query);
  expect(queries.length).toBeGreaterThan(3);
  const named = queries.flatMap((query) => [
    ...[...query.matchAll(/\bfields ([^|]+)/g)].flatMap(([, list = '']) => list.trim().split(/,\s*/)),
    ...[...query.matchAll(/\b(?:filter|and|or|sort) (\w+)/g)].map(([, name = '']) => name),
  ]);
  expect(named.filter((name) => !name.startsWith('@') && !fields.has(name))).toEqual([]);
});

test('each line of each function names the version that was built', async () => {
  const before = lines.length;
  await skydesk.type('ana', 'fields');
  await skydesk.sweeper.invoke({});
  await fetch(`${skydesk.url}/run`, { method: 'POST', body: 'fields' });
  const taken = lines.slice(before).map(({ text }) => asObject(parseJson(text)));
  expect(new Set(taken.map(({ service }) => service))).toEqual(
    new Set(['receiver', 'worker', 'sweeper', 'mcp']),
  );
  const { version } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../dist/package.json'), 'utf8'),
  );
  expect(version).toMatch(/^\d+\.\d+\.\d+(\+[\da-f]{8}(-dirty)?)?$/);
  expect(new Set(taken.map((line) => line.version))).toEqual(new Set([version]));
});

test('ten commands at once in one worker: each line names its request', async () => {
  const before = lines.length;
  await Promise.all(Array.from({ length: 10 }, () => send(skydesk, slash(skydesk, 'fields'))));
  await skydesk.settled();
  const taken = lines.slice(before).map(({ text }) => asObject(parseJson(text)));
  const ids = taken.flatMap(({ message, correlation_id }) =>
    message === 'acknowledged' ? [asString(correlation_id)] : [],
  );
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) {
    const messages = said(about(id));
    for (const once of ['acknowledged', 'job done'])
      expect(messages.filter((message) => message === once)).toHaveLength(1);
    const calls = about(id).filter(({ message }) => message === 'service call');
    expect(calls.map(({ route }) => route)).toContain('/v2/accounts/…/customFields');
    const posts = about(id).filter(({ method }) => method === 'chat.postEphemeral');
    expect(posts).toHaveLength(1);
  }
  // A starting worker requests its bot's identity before there is a request, and the table's version, which is logged if that is slow.
  const starting = ['auth.test', '/v2/authentication/login', 'Query', 'PutItem'];
  const nameless = taken.filter(({ correlation_id }) => correlation_id === undefined);
  expect(nameless.filter(({ method, route }) => !starting.includes(asString(route ?? method)))).toEqual([]);
});

test('each line about a request names it, through every job up to its end', async () => {
  const before = lines.length;
  await skydesk.type('ana', 'ip add de1acmeweb03 tcp/443 from=203.0.113.0/24');
  const asked = asString(parsed().at(-1)?.correlation_id);
  expect(about(asked).map(({ service }) => service)).toContain('receiver');
  await skydesk.doing(() => skydesk.slack.press('ana', 'decide:confirm'), true);
  const after = lines.slice(before).map(({ text }) => asObject(parseJson(text)));
  const done = after.filter(({ message }) => message === 'job done');
  const [first, ...rest] = done.map(({ kind, outcome, came_from }) => [kind, outcome, came_from]);
  expect(first).toEqual(['command', 'previewed', undefined]);
  expect(rest[0]).toEqual(['decision', 'accepted', asked]);
  expect(rest.at(-1)).toEqual(['track', 'applied', asked]);
  expect(new Set(rest.slice(1).map(([kind, , from]) => `${kind} ${from}`))).toEqual(
    new Set([`track ${asked}`]),
  );
  const change = after.find(({ method, came_from }) => method === 'POST' && came_from === asked);
  expect(change).toMatchObject({ message: 'service call', status: 202, status_class: '2xx' });
});

test('no line has a secret, a token, a name, an address or a word that somebody typed', async () => {
  const words = ['quagmire', 'rhubarb', 'kumquat', 'petunia', 'zanzibar', 'tangelo', 'zoe.private', 'xyzzy'];
  await skydesk.type('ana', 'quagmire of words');
  await skydesk.type('ana', 'server find kumquat');
  await skydesk.type('ana', 'server show xyzzy01');
  await skydesk.type('ana', 'job de1-tangelo');
  await skydesk.type('ana', 'alert create "Zanzibar" disk=95 to=zoe.private@example.com');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.type('ana', 'alert show zanzibar');
  await skydesk.type('ana', 'history export what=petunia');
  await skydesk.type('gus', 'alert list');
  const why = 'why="for petunia"';
  const id = await skydesk.ask(
    'ana',
    `firewall create de1 va1 source=10.7.0.0/24 destination=10.9.1.0/24 ${why}`,
  );
  await skydesk.decide('ben', id, 'Reject', { 'Why not?': 'too much rhubarb' });
  const failing = skydesk.aws.faults.next('SQS.SendMessage', { kind: 'drop' }, 2);
  await skydesk.doing(() => skydesk.slack.type('ana', 'cloud-ops', '/cloud alert list'));
  failing.release();
  skydesk.slack.fault({ method: 'chat.postEphemeral', error: 'internal_error', times: 2 });
  await skydesk.type('ana', 'alert show petunia');
  skydesk.cloud.control.fail({ route: 'customFields.list', status: 500 });
  await skydesk.type('ana', 'fields account=tangelo');
  await skydesk.doing(() => skydesk.sweeper.invoke({}));
  const slackbot = await slackbotOf(skydesk, 'ana');
  onTestFinished(slackbot.close);
  await slackbot.call('alert_show', { policy: 'petunia' });
  await slackbot.call('alert_assign', { policy: 'zanzibar', server: ['DE1ACMEWEB01'], why: 'rhubarb' });
  const body = 'alert show xyzzy';
  const headers = { authorization: 'Bearer skydesk_U0ANA_7f3a21_kumquat' };
  await fetch(`${skydesk.url}/run`, { method: 'POST', body, headers });

  const people = ['ana', 'ben', 'gus'].flatMap((name) => [
    `"${name}"`,
    `@${name}`,
    `U0${name.toUpperCase()}`,
  ]);
  const secrets = [
    'local-signing-secret',
    'xoxb-',
    'correct-horse-battery',
    'Bearer',
    'skydesk_',
    'eyJ',
    '/response',
    'trigger',
  ];
  const all = lines.map(({ text }) => text);
  for (const needle of [...words, ...people, ...secrets, '@example', '203.0.113', '10.7.0.0']) {
    expect(all.filter((text) => text.toLowerCase().includes(needle.toLowerCase()))).toEqual([]);
  }
  expect(new Set(lines.map(({ function: name }) => name))).toEqual(
    new Set(['receiver', 'worker', 'sweeper', 'mcp']),
  );
  for (const line of parsed()) {
    expect(line).toMatchObject({
      level: expect.stringMatching(/^(INFO|WARN)$/),
      message: expect.any(String),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: expect.stringMatching(/^(receiver|worker|sweeper|mcp)$/),
    });
    expect(Object.keys(line).filter((field) => !fields.has(field))).toEqual([]);
  }
});
