import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { redrive } from '../../scripts/redrive.ts';
import { queueClient, skydeskOfFile } from '../support/index.ts';

/*
 * A version that is deployed again after a newer one finds records that it can't read.
 */

const minute = 60_000;
const skydesk = await skydeskOfFile();
const sqs = queueClient(skydesk.aws);
beforeEach(() => skydesk.fresh());
afterEach(() => deploy({ isNewerTable: false }));
afterAll(async () => {
  sqs.destroy();
  await skydesk.aws.clear();
});

/** Deploys another version: the table belongs to a newer one than that, or it does not. */
async function deploy({ isNewerTable }: { readonly isNewerTable: boolean }): Promise<void> {
  const key = { pk: 'schema', sk: 'schema' };
  const { put, remove } = skydesk.stored;
  await (isNewerTable ? put({ ...key, version: 1_000_000 }) : remove(key));
  await Promise.all([skydesk.worker.coldStart(), skydesk.sweeper.coldStart()]);
}

const sweep = () => skydesk.doing(() => skydesk.sweep(), true);

test('a table of a newer version is refused with a sentence, and nothing happens', async () => {
  await deploy({ isNewerTable: true });
  const before = skydesk.cloud.requests.length;
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443');
  expect(skydesk.whispered('ana')).toMatch(/newer version of Skydesk/);
  expect(skydesk.cloud.requests.slice(before)).toEqual([]);
});

test('what becomes due waits in the table; after the newer version is deployed again, it ends', async () => {
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24 ends=10m');
  await skydesk.doing(() => skydesk.slack.press('ana', 'decide:confirm'), true);
  expect(skydesk.changes()).toHaveLength(1);
  await deploy({ isNewerTable: true });
  await skydesk.pass(25 * minute);
  await expect(skydesk.sweep()).rejects.toThrow();
  expect(skydesk.changes()).toHaveLength(1);
  await deploy({ isNewerTable: false });
  await sweep();
  expect(skydesk.changes().map((change) => change.split(' ')[0])).toEqual(['POST', 'DELETE']);
});

test('a job that was queued before gets into the dead-letter queue; redriven to the newer version, it is done, once', async () => {
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24');
  await skydesk.press('ana', 'decide:confirm');
  await deploy({ isNewerTable: true });
  await skydesk.pass(25 * minute);
  await deploy({ isNewerTable: false });
  const said: string[] = [];
  const { queueUrl, deadLetterQueueUrl: deadLettersUrl } = skydesk.aws;
  await redrive(sqs, { queueUrl, deadLettersUrl }, { dryRun: false, say: (line) => said.push(line) });
  await skydesk.settled({ delayed: true });
  expect(said.join('\n')).toContain('track');
  expect(skydesk.last('ana', 'cloud-ops')).toContain('Public IP');
  expect(skydesk.changes()).toHaveLength(1);
});
