import { expect, test } from 'vitest';
import { skydeskOfFile } from '../harness/index.ts';

/* What is due while Slack is down. */

const minute = 60_000;
const skydesk = await skydeskOfFile();

async function confirm(line: string): Promise<void> {
  await skydesk.type('ana', line);
  await skydesk.press('ana', 'decide:confirm');
}

const policies = (): string[] => skydesk.cloud.control.state().alertPolicies.map(({ name }) => name);

test('a change ends at its time though no message can be sent; what starts waits until its people can be looked up', async () => {
  await confirm('alert create "Disk 95" disk=95 to=ops@example.com');
  await confirm('alert create "Disk 90" disk=90 to=ops@example.com starts=40m');
  await confirm('alert create "Disk 85" disk=85 to=ops@example.com ends=40m');
  skydesk.slack.fault({ method: '*', drop: 'before', times: 9_999 });
  // At once the button of the first Undo is to be removed, the second change to start, and the third to end.
  await skydesk.doing(async () => skydesk.time?.pass(45 * minute, 45 * minute), true);
  expect(policies()).not.toContain('Disk 85');
  expect(policies()).not.toContain('Disk 90');
  expect(skydesk.last('ana', 'cloud-ops')).not.toContain('Ended');

  skydesk.slack.clearFaults();
  await skydesk.doing(async () => skydesk.time?.pass(5 * minute), true);
  expect(policies()).toContain('Disk 90');
  const read = skydesk.slack
    .sees('ana', 'cloud-ops')
    .map((message) => JSON.stringify(message))
    .join();
  expect(read).toContain('Ended');
  expect(read).toContain('Disk 90');
});
