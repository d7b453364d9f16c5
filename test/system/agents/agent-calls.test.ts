import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { asObject, asString } from '../../../local/slack/payload/json.ts';
import { changesSent } from '../../support/in-memory/local-cloud.ts';
import { limitsAsDeployed, shownAs, skydeskOfFile } from '../../support/index.ts';
import { slackbotOf } from './slackbot-calls.ts';

/*
 * Requests through Slackbot, over the built functions: no change reaches the cloud API before the click or the approvals.
 */

const skydesk = await skydeskOfFile();
beforeEach(async () => {
  await skydesk.fresh();
  skydesk.cloud.clearRequests();
});

async function slackbot(person: string, team?: string) {
  const opened = await slackbotOf(skydesk, person, team);
  onTestFinished(opened.close);
  return opened;
}

const changes = (): readonly string[] => changesSent(skydesk.cloud.requests);

/** All messages that a person sees in their direct messages with Skydesk. */
const direct = (person: string): string =>
  skydesk.slack
    .sees(person, 'dm')
    .map((message) => shownAs(message))
    .join('\n');

/** The events of a request in the audit log, those through Slackbot marked. */
const story = async (id: string): Promise<readonly string[]> =>
  (await skydesk.stored.log())
    .filter(({ request }) => request === id)
    .map(({ event, through }) => `${event}${through === undefined ? '' : ` through ${through}`}`);

const idIn = (structured: object): string => asString(asObject(asObject(structured as never).request).id);

const firewall = {
  from: 'de1',
  to: 'va1',
  source: '10.0.0.0/8',
  destination: '10.1.0.0/24',
  why: 'Nightly backup',
};

test('a change with two approvals runs once it has both, and its entries say who requested it through which client', async () => {
  const { call } = await slackbot('ana');
  const asked = await call('firewall_create', firewall);
  expect(asked).toMatchObject({ isError: false, structured: { outcome: 'requested' } });
  const id = idIn(asked.structured);
  expect(await skydesk.card(id)).toContain('Ana Ferreira (ana) in ACME through Slackbot');
  expect(direct('ana')).toContain('requested through Slackbot');
  expect((await call('request_status', { request: id })).text).toContain('0 of 2 approved');

  await skydesk.decide('ben', id, 'Approve');
  expect(changes()).toEqual([]);
  await skydesk.decide('cora', id, 'Approve');
  await skydesk.settled({ delayed: true });
  expect(changes()).toHaveLength(1);
  expect((await call('request_status', { request: id })).text).toContain('Open, no end · ');
  expect(await story(id)).toEqual([
    'called through Slackbot',
    'requested through Slackbot',
    'approved',
    'approved',
    'started through Slackbot',
    'applied through Slackbot',
  ]);
});

test('a read that the cloud API does not answer is given up after three seconds', async () => {
  limitsAsDeployed();
  const { call } = await slackbot('ana');
  await call('alert_list');
  skydesk.cloud.clearRequests();
  skydesk.cloud.control.fail({ route: 'alertPolicies.list', how: 'hang' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let text: string | undefined;
  const calling = call('alert_list').then((answer) => {
    text = answer.text;
  });
  while (!skydesk.cloud.requests.some(({ route }) => route === 'alertPolicies.list')) await setImmediate();
  vi.advanceTimersByTime(2999);
  // Enough time for an answer to come.
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
  expect(text).toBeUndefined();
  vi.advanceTimersByTime(1);
  await calling;
  expect(text).toContain('The cloud API didn’t respond in time.');
});
