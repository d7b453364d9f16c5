import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { LogLine } from '../../../local/aws/index.ts';
import { inThisProcess, startTestSkydesk, type TestSkydesk } from '../../support/index.ts';

/*
 * ReceiverSlow, Throttled: AWS takes too long, or runs no function more. What people read meanwhile, and that all is well after that.
 */

/** The functions that the account has no room for. */
const throttled = new Set<string>();
/** Counts as the metric Throttles of AWS/Lambda does. */
const throttles: string[] = [];
const lines: LogLine[] = [];

let skydesk: TestSkydesk;
beforeAll(async () => {
  skydesk = await startTestSkydesk({
    // As in Slack: longer than any acknowledgement may take, and shorter than the hold of this test.
    ackTimeout: 3_000,
    onLog: (line) => lines.push(line),
    createFunction(options) {
      const lambda = inThisProcess(options);
      return Object.create(lambda, {
        invoke: {
          value(event: unknown) {
            if (!throttled.has(options.name)) return lambda.invoke(event);
            throttles.push(options.name);
            return Promise.reject(new Error('TooManyRequestsException: Rate Exceeded.'));
          },
        },
      });
    },
  });
});
beforeEach(async () => {
  throttled.clear();
  await skydesk.fresh();
  lines.length = 0;
  throttles.length = 0;
});
afterAll(() => skydesk.stop());

const read = () => skydesk.slack.type('ana', 'cloud-ops', '/cloud fields');
const answer = '3 custom fields in ACME';

/** Milliseconds of each acknowledgement, as the log has them; the alarm takes the same from the HTTP API. */
const acknowledged = (): readonly number[] =>
  lines.flatMap(({ text }) => {
    if (!text.includes('"acknowledged"')) return [];
    return [z.object({ ms: z.number() }).parse(JSON.parse(text)).ms];
  });

test('ReceiverSlow: SQS takes too long, so Slack shows that the command failed; it is answered all the same, once', async () => {
  const slow = skydesk.aws.faults.next('SQS.SendMessage', { kind: 'hold' });
  expect(await read()).toMatchObject({ ok: false, error: 'operation_timeout' });
  slow.release();
  await skydesk.settled();
  expect(skydesk.whispered('ana').split(answer)).toHaveLength(2);
  expect(Math.max(...acknowledged())).toBeGreaterThanOrEqual(2_500);
});

test('Throttled: Slack’s request is rejected and nothing is stored; with room again it is answered', async () => {
  throttled.add('receiver');
  expect(await read()).toMatchObject({ ok: false, error: 'http_service_error' });
  expect(throttles).toEqual(['receiver']);
  expect(skydesk.whispered('ana')).not.toContain(answer);
  throttled.clear();
  await skydesk.type('ana', 'fields');
  expect(skydesk.whispered('ana').split(answer)).toHaveLength(2);
});

test('Throttled: a confirmed change waits in the queue, and with room again it is made once', async () => {
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  throttled.add('worker');
  await skydesk.slack.press('ana', 'decide:confirm');
  await expect.poll(() => throttles.length).toBeGreaterThan(0);
  expect(skydesk.changes()).toEqual([]);
  throttled.clear();
  await skydesk.settled({ delayed: true });
  expect(skydesk.changes()).toHaveLength(1);
});
