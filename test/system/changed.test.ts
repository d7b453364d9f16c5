import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bundlesWith,
  intruder,
  removeBundles,
  startTestSkydesk,
  type TestSkydesk,
} from '../harness/index.ts';

/* What somebody changes beside Skydesk is seen, told, and put back as a change like any other. The clock of everything is set forward. */

const minute = 60_000;
let skydesk: TestSkydesk;
let bundles: string;
beforeAll(async () => {
  bundles = await bundlesWith({ watch: { accounts: ['acme'], every: '15m' } });
  skydesk = await startTestSkydesk({ bundles });
});
afterAll(async () => {
  await skydesk.stop();
  await removeBundles(bundles);
});

const service = () => intruder(skydesk.cloud);
const isEnabled = async (id: string): Promise<boolean> => (await service().firewall.get('de1', id)).enabled;

/** What Ana is answered to a read. */
async function answer(typed: string): Promise<string> {
  await skydesk.type('ana', typed);
  return skydesk.whispered('ana');
}

test('what changed outside is listed with what was before, and put back after an approval', async () => {
  expect(await answer('changed')).toContain('No snapshot was taken yet');
  await skydesk.pass(20 * minute);
  expect(await answer('changed')).toContain('Nothing was seen to change in ACME');

  const [policy] = (await service().firewall.list('de1')).filter(({ enabled }) => enabled);
  const id = policy?.id ?? '';
  await service().firewall.update('de1', id, { enabled: false });
  await skydesk.pass(20 * minute);
  const told = await answer('changed');
  expect(told).toContain('1 change outside Skydesk');
  expect(told).toContain(`Firewall policy ${id.slice(0, 8)} in DE1 changed`);
  expect(told).toContain('enabled → disabled');

  await skydesk.press('ana', 'Put It Back');
  await skydesk.press('ana', 'decide:confirm');
  const request = skydesk.newest();
  expect(await isEnabled(id)).toBe(false);
  await skydesk.review('ben', request);
  await skydesk.decide('ben', request, 'Approve');
  await skydesk.settled({ delayed: true });
  expect(await isEnabled(id)).toBe(true);

  const { number } = await skydesk.stateOf(request);
  const after = await answer('changed');
  expect(after).toContain('disabled → enabled');
  expect(after).toMatch(new RegExp(`by #${number} @ana`));
  expect(after).not.toContain('Put It Back');
});
