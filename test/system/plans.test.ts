import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundlesWith, removeBundles, startTestSkydesk, type TestSkydesk } from './approving.ts';
import { shownAs } from './shown.ts';

/*
 * Several changes as one: a runbook of this repository and a plan of its requester, as people see them.
 */

let skydesk: TestSkydesk;
let bundles: string;
beforeAll(async () => {
  bundles = await bundlesWith({ risk: { levels: [{ minScore: 3, approvers: 1 }] } });
  skydesk = await startTestSkydesk({ bundles });
});
beforeEach(() => skydesk.fresh());
afterAll(async () => {
  await skydesk.stop();
  await removeBundles(bundles);
});

const state = () => skydesk.cloud.control.state();
const web = () => state().alertPolicies.filter(({ name }) => name.startsWith('Web '));
const server = 'DE1ACMEWEB04';
const run = `run new-web-server ${server} ops@example.com why="Go live"`;
const all = (channel: string): string => skydesk.slack.sees('ana', channel).map(shownAs).join('\n\n');

/** Lets everything end that takes its time at the cloud API. */
const pass = (): Promise<void> => skydesk.doing(() => skydesk.inspector.setFault('one-hour', true), true);

test('Ana runs a runbook: Ben approves all of its steps at once, and they run in order', async () => {
  await skydesk.type('ana', 'run');
  console.log(skydesk.whispered('ana'));
  await skydesk.type('ana', 'run new-web-servr web04');
  console.log(skydesk.whispered('ana'));
  const id = await skydesk.ask('ana', run);
  console.log(skydesk.whispered('ana'));
  console.log(await skydesk.card(id));
  console.log(await skydesk.review('ben', id));
  await skydesk.slack.dismiss('ben', true);
  await skydesk.decide('ben', id, 'Approve');
  await pass();
  console.log(await skydesk.card(id));
  console.log(all('dm'), '-----', all('cloud-ops'));
  console.log(await skydesk.ledger(id), skydesk.changes());
});
