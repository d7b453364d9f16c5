import { beforeEach, expect, test } from 'vitest';
import { skydeskOfFile } from '../harness/index.ts';

/*
 * Changes that start weeks ahead. All that the table lets expire until then is gone when they start.
 */

const hour = 60 * 60_000;
const day = 24 * hour;
const skydesk = await skydeskOfFile();
beforeEach(() => skydesk.fresh());

/** How many public IPs and firewall policies there are. */
function made(): readonly number[] {
  const { servers, crossFirewalls } = skydesk.cloud.control.state();
  return [servers.flatMap(({ publicIps }) => publicIps).length, crossFirewalls.length];
}

test('what was confirmed, and what was approved, for 20 days ahead is made then, once', async () => {
  const before = made();
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443 starts=20d');
  await skydesk.press('ana', 'decide:confirm');
  const opening = 'firewall create de1 va1 source=10.0.0.0/28 destination=10.1.0.0/28 why="Nightly backup"';
  const id = await skydesk.ask('ana', `${opening} starts=20d`);
  await skydesk.decide('ben', id, 'Approve');
  expect(await skydesk.card(id)).toContain('Approved · starts ');

  await skydesk.doing(async () => skydesk.time?.pass(20 * day - hour, day), true);
  expect(made()).toEqual(before);
  await skydesk.pass(1.5 * hour);
  expect(made()).toEqual(before.map((count) => count + 1));
  expect(await skydesk.card(id)).toContain('Applied');
  await skydesk.pass(day);
  expect(made()).toEqual(before.map((count) => count + 1));
});
