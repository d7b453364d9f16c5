import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bundlesWith, removeBundles, startTestSkydesk, type TestSkydesk } from '../../../harness/index.ts';

let skydesk: TestSkydesk;
let dist: string;
const strict = path.join(import.meta.dirname, '../../../../local/strict-policy.json');

beforeAll(async () => {
  skydesk = await startTestSkydesk({
    workers: 1,
    async buildStrict() {
      dist = await bundlesWith(JSON.parse(await readFile(strict, 'utf8')));
      return dist;
    },
  });
});
afterEach(() => skydesk.inspector.reset());
afterAll(async () => {
  await skydesk.stop();
  await removeBundles(dist);
});

const hour = 3_600_000;
const turn = async (id: 'one-hour' | 'eight-hours' | 'strict-policy', on = true): Promise<void> => {
  await skydesk.inspector.setFault(id, on);
  await skydesk.settled();
};
/** How many hours from now the newest message in the approvals channel is. */
const hoursAhead = (): number =>
  Math.round((Number(skydesk.slack.sees('ben', 'approvals').at(-1)?.ts) * 1_000 - Date.now()) / hour);
const change =
  'firewall create de1 va1 source=10.0.0.0/16 destination=10.1.0.0/24 peer=ACDV why="Nightly backup"';

test('an hour later the approvers are reminded, eight hours later the request has expired', async () => {
  const id = await skydesk.ask('ana', change);
  await turn('one-hour');
  expect((await skydesk.stateOf(id)).isReminded).toBe(true);
  expect(hoursAhead()).toBe(1);
  await turn('eight-hours');
  expect((await skydesk.stateOf(id)).status).toBe('expired');
  await skydesk.type('ana', 'fields');
  await skydesk.inspector.reset();
  await skydesk.type('ana', 'fields');
  expect(Number(skydesk.slack.sees('ana').at(-1)?.ts) * 1_000 - Date.now()).toBeLessThan(hour);
});

test('under the stricter policy a viewer only reads, and requesters can approve in an emergency alone', async () => {
  await turn('strict-policy');
  await skydesk.type('vic', 'alert assign "Night watch" jump');
  const refusal = skydesk.last('vic', 'cloud-ops');
  const id = await skydesk.ask('ana', `${change} ticket=OPS-17`);
  await skydesk.review('ana', id);
  expect(skydesk.slack.views('ana').at(-1)).toMatchObject({
    title: { text: 'Break-glass approval' },
    submit: { text: 'Approve Now' },
  });
  expect(refusal).toMatch(/may not|permission/i);

  await turn('strict-policy', false);
  await skydesk.type('vic', 'alert assign "Night watch" jump');
  expect(skydesk.last('vic', 'cloud-ops')).not.toBe(refusal);
});
