import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleOf } from '../../../local/aws/index.ts';
import {
  createKey,
  inThisProcess,
  sendTo,
  startTestSkydesk,
  type TestSkydesk,
  withKey,
} from '../../support/index.ts';

/*
 * ReceiverErrors, WorkerErrors, McpErrors: a deployed version of a function crashes; the one before it is deployed again.
 */

const folder = mkdtempSync(path.join(tmpdir(), 'skydesk-broken-'));
const broken = path.join(folder, 'broken.js');
writeFileSync(broken, "exports.handler = async () => { throw new TypeError('a bug'); };");

let skydesk: TestSkydesk;
/** The function whose version crashes. */
let crashing = '';
/** Counts as the metric Errors of AWS/Lambda does. */
const errors: string[] = [];
beforeAll(async () => {
  skydesk = await startTestSkydesk({
    createFunction: (options) =>
      inThisProcess({
        ...options,
        bundle: () => (options.name === crashing ? broken : bundleOf(options)),
        onInvocation(invocation) {
          options.onInvocation?.(invocation);
          if (invocation.error !== undefined) errors.push(invocation.function);
        },
      }),
  });
});
beforeEach(async () => {
  await skydesk.fresh();
  errors.length = 0;
});
afterAll(async () => {
  await skydesk.stop();
  rmSync(folder, { recursive: true });
});

/** Deploys a version in which this function crashes; without a name, the version that works. */
async function deploy(name: '' | 'receiver' | 'worker' | 'mcp'): Promise<void> {
  crashing = name;
  await Promise.all([skydesk.receiver.coldStart(), skydesk.worker.coldStart(), skydesk.mcp.coldStart()]);
}

const type = (line: string) => skydesk.slack.type('ana', 'cloud-ops', `/cloud ${line}`);
const answer = '3 custom fields in ACME';

test('ReceiverErrors: Slack reports that the command failed; after the deployment it is answered', async () => {
  await deploy('receiver');
  expect(await type('fields')).toMatchObject({ ok: false, error: 'http_service_error' });
  expect(errors).toEqual(['receiver']);
  await deploy('');
  await skydesk.type('ana', 'fields');
  expect(skydesk.whispered('ana')).toContain(answer);
  expect(errors).toEqual(['receiver']);
});

test('WorkerErrors: a command and a confirmation wait, and each is done once after the deployment', async () => {
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await deploy('worker');
  await skydesk.slack.press('ana', 'decide:confirm');
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(skydesk.changes()).toEqual([]);
  await deploy('');
  await skydesk.settled({ delayed: true });
  expect(skydesk.changes()).toHaveLength(1);
  expect(new Set(errors)).toEqual(new Set(['worker']));
});

test('McpErrors: an agent gets an error and nothing is changed; after the deployment it is answered', async () => {
  const key = await createKey(skydesk);
  await deploy('mcp');
  const call = () => sendTo(skydesk, '/run', { ...withKey(key, 'fields'), body: 'fields' });
  expect((await call()).status).toBe(500);
  expect(errors).toEqual(['mcp']);
  expect(skydesk.changes()).toEqual([]);
  await deploy('');
  const { status, text } = await call();
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining(answer) });
});
