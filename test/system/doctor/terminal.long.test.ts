import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Skydesk, startSkydesk } from '../../../local/skydesk.ts';
import { startCloudFormation } from '../../support/cloudformation.ts';
import { inTestTime } from '../../support/index.ts';
import { startLogsAndTopics } from '../../support/logs-and-topics.ts';
import { runScript } from '../../support/run-script.ts';

let skydesk: Skydesk;
let place: string;
beforeAll(async () => {
  [skydesk, place] = await Promise.all([startSkydesk(), mkdtemp(path.join(tmpdir(), 'skydesk-'))]);
});
afterAll(async () => {
  await skydesk.close();
  await rm(place, { recursive: true });
});

/** On a busy machine a slow service does not count as one that hangs, so each time limit is ten times as long. */
const patient = { ...inTestTime, HURRY: '0.1' };

/** Runs the command as an engineer would, with these variables and no others that it reads. */
const run = (args: string[], environment = {}) =>
  runScript('scripts/doctor-cli.ts', args, { ...patient, ...environment });

async function policyFile(text: string): Promise<string> {
  const file = path.join(place, 'policy.json');
  await writeFile(file, text);
  return file;
}

test('with the variables of the bundles all checks pass, and the exit code is 0', async () => {
  const { code, out, err } = await run([], skydesk.environment);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('✓ Cloud API login    Logged in to ACME as skydesk.\n');
  expect(out.trim().split('\n').at(-1)).toBe('All checks passed.');
});

test('--local takes the variables from the bot that runs in another terminal', async () => {
  const { code, out } = await run(['--local', '--url', skydesk.url]);
  expect(code).toBe(0);
  expect(out).toContain('✓ Table              Keys, expiry, backups and deletion protection are right.\n');
});

test('--local says that the clock was moved, and blames nothing else for it', async () => {
  onTestFinished(() => skydesk.time?.reset());
  skydesk.time?.advance(26 * 60 * 60_000);
  const { code, out } = await run(['--local', '--url', skydesk.url]);
  expect(code).toBe(0);
  expect(out).toContain('! Moved clock        Its clock was moved: it is 26 h ahead of this machine’s.\n');
  expect(out.match(/^[!✗-] /gmu)).toEqual(['! ']);
  expect(out).toContain('✓ Clock              Same time as Slack and the cloud API.');
});

test('--stage takes the variables from the outputs of the stack', async () => {
  const { QUEUE_URL, TABLE_NAME, AWS_REGION = '', ...environment } = skydesk.environment;
  const {
    SERVICE_BASE_URL,
    SERVICE_SECRET_ID,
    SLACK_SIGNING_SECRET_ID,
    SLACK_TOKEN_SECRET_ID,
    MCP_URL,
    ...aws
  } = environment;
  const topic = 'arn:aws:sns:us-east-1:000000000000:skydesk-prod-alarms';
  const outputs = {
    Version: '1.0.0',
    ServiceUrl: SERVICE_BASE_URL,
    ServiceSecretName: SERVICE_SECRET_ID,
    SlackSigningSecretName: SLACK_SIGNING_SECRET_ID,
    SlackTokenSecretName: SLACK_TOKEN_SECRET_ID,
    SlackCommand: '/cloud',
    QueueUrl: QUEUE_URL,
    DeadLettersUrl: skydesk.aws.deadLetterQueueUrl,
    TableName: TABLE_NAME,
    McpUrl: MCP_URL,
    AlarmsTopic: topic,
    WarningsTopic: topic,
  };
  const stack = {
    name: 'skydesk-prod',
    region: AWS_REGION,
    outputs: z.record(z.string(), z.string()).parse(outputs),
  };
  const cloudFormation = await startCloudFormation(stack);
  onTestFinished(cloudFormation.close);
  const logsAndTopics = await startLogsAndTopics({ logGroup: '/aws/lambda/skydesk-prod-sweeper', topic });
  onTestFinished(logsAndTopics.close);
  logsAndTopics.state.logged = [['swept', Date.now() - 60_000]];
  logsAndTopics.state.subscriptions = [`${topic}:1`];
  const { code, out } = await run(['--stage', 'prod', '--region', AWS_REGION], {
    ...aws,
    ...logsAndTopics.environment,
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  });
  expect(out).toMatch(/^✓ Version {12}Skydesk 1\.0\.0 is deployed\.$/m);
  expect(out).toMatch(/^✓ Sweeps {13}The last one was \d+ seconds ago\.$/m);
  expect(out).toMatch(/^✓ Alarm recipients {3}The alarms go to 1 recipient\.$/m);
  expect(out).toMatch(/^✓ Warning recipients The warnings go to 1 recipient\.$/m);
  expect(out.trim().split('\n').at(-1)).toBe('All checks passed.');
  expect(code).toBe(0);
});

test('problems come first, each with its next step below, and the exit code is 1', async () => {
  const policy = await policyFile('{ "approvals": { "channel": "#general" } }');
  const { code, out } = await run(['--policy', policy], skydesk.environment);
  expect(code).toBe(1);
  expect(out).toContain(
    [
      '✗ Approvals channel  Skydesk isn’t a member of #general, so requests can’t be posted.',
      '                     → Type there: /invite @skydesk',
      '✓ Environment ',
    ].join('\n'),
  );
  expect(out.trim().split('\n').at(-1)).toBe('1 problem.');
});

test('a check that could not run is no success: the exit code is 3', async () => {
  const fault = skydesk.slack?.fault({ method: 'blocks.validate', retryAfter: 30 });
  const { code, out } = await run([], skydesk.environment);
  fault?.cancel();
  expect(code).toBe(3);
  expect(out.trim().split('\n').at(-1)).toBe('1 check skipped.');
});

test('without any variables each is named, and nothing is called', async () => {
  const { code, out } = await run([]);
  expect(code).toBe(1);
  const missing = [...out.matchAll(/^✗ Environment {8}(\w+) is not set\.$/gm)].map(([, name]) => name);
  expect(missing).toEqual([
    'SERVICE_BASE_URL',
    'SERVICE_SECRET_ID',
    'SLACK_SIGNING_SECRET_ID',
    'SLACK_TOKEN_SECRET_ID',
    'QUEUE_URL',
    'TABLE_NAME',
    'AWS_REGION',
  ]);
  expect([...out.matchAll(/^- (.+?) {2,}No deployment is named\.$/gm)].map(([, name]) => name)).toEqual([
    'Version',
    'Sweeps',
    'Alarm recipients',
  ]);
});

test.each([
  [
    1,
    ['--local', '--url', 'http://127.0.0.1:9'],
    /^Nothing listens at http:\/\/127\.0\.0\.1:9\. Start it with: npm run dev/,
  ],
  [2, ['--local', '--url', 'x'], /^--url must be an http or https URL; it is “x”\.\n/],
  [2, ['--stage', 'prod', '--local'], /^--stage is about a deployment; --local is not\.\n/],
  [2, ['--url', 'http://127.0.0.1:9'], /^--url needs --local as well\.\n/],
])('exit code %i: %j is answered in a sentence', async (exitCode, args, sentence) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: exitCode, out: '' });
  expect(err).toMatch(sentence);
});
