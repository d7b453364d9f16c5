import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLambda, environmentOf } from '../../local/aws/index.ts';
import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { inThisProcess, startTestSkydesk, type TestSkydesk } from '../harness/index.ts';

/*
 * What is due while Slack does not answer the sweeper, whose time is over before it gives up a single message.
 */

const minute = 60_000;
let skydesk: TestSkydesk;
let silent: Awaited<ReturnType<typeof listenOnLoopback>>;
beforeAll(async () => {
  silent = await listenOnLoopback(() => {});
  skydesk = await startTestSkydesk({
    createFunction: (options) =>
      options.name === 'sweeper'
        ? createLambda({
            ...options,
            timeoutMs: 4_000,
            environment: (instance) => ({
              ...environmentOf(options, instance),
              SLACK_API_URL: `${silent.url}/api/`,
            }),
          })
        : inThisProcess(options),
  });
});
afterAll(async () => {
  await silent.close();
  await skydesk.stop();
});

async function confirm(line: string): Promise<void> {
  await skydesk.type('ana', line);
  await skydesk.press('ana', 'decide:confirm');
}

test('one sweep starts and ends what is due, though no message can be sent', async () => {
  await confirm('alert create "Disk 95" disk=95 to=ops@example.com');
  await confirm('alert create "Disk 90" disk=90 to=ops@example.com starts=40m');
  await confirm('alert create "Disk 85" disk=85 to=ops@example.com ends=40m');
  // At once the button of the first Undo is to be removed, the second change to start, and the third to end.
  await skydesk.doing(async () => skydesk.time?.pass(45 * minute, 45 * minute), true);
  const policies = skydesk.cloud.control.state().alertPolicies.map(({ name }) => name);
  expect(policies).toContain('Disk 90');
  expect(policies).not.toContain('Disk 85');
});
