import { expect, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { freshSkydesk } from '../support/index.ts';

const bot = await freshSkydesk();

const type = (person: string, line: string): Promise<string> =>
  bot.seenBy(person, () => bot.slack.type(person, 'cloud-ops', `/cloud ${line}`));
const press = (person: string, button: string, ts?: string, later = false): Promise<string> =>
  bot.seenBy(person, () => bot.slack.press(person, button, ts ? { ts } : {}), later);

/** Types a change and confirms it; resolves to the message about it. */
async function change(person: string, line: string): Promise<string> {
  await type(person, line);
  await press(person, 'decide:confirm', undefined, true);
  const message = bot.slack.sees(person, 'cloud-ops').at(-1);
  expect(JSON.stringify(message)).toContain('decide:undo');
  return asString(message?.ts);
}

const alertNames = (): string[] => bot.cloud.control.state().alertPolicies.map(({ name }) => name);

const entries = () => bot.stored.log();

test('a new alert policy is deleted by an Undo, which needs a confirmation and is logged', async () => {
  const ts = await change('ana', 'alert create "Undo me" disk=85 to=ops@acme.example.com');
  const first = (await entries()).at(-1)?.request;
  const preview = await press('ana', 'Undo', ts);
  expect(preview).toContain('Undo: delete alert policy Undo me?');
  expect(alertNames()).toContain('Undo me');
  expect(await press('ana', 'decide:confirm')).toContain('Deleted');
  expect(alertNames()).not.toContain('Undo me');
  const asked = (await entries()).findLast(({ event }) => event === 'previewed');
  expect(asked).toMatchObject({ operation: 'alert.delete', note: expect.stringContaining(`${first}`) });
});

test('an Undo is too late after half an hour', async () => {
  const ts = await change('ana', 'alert create "Too late" disk=85 to=ops@acme.example.com');
  bot.time?.advance(31 * 60_000);
  expect(await press('ana', 'Undo', ts)).toContain('30 minutes, which are over');
  expect(alertNames()).toContain('Too late');
});

test('a change that needed approval needs it for its Undo, too', async () => {
  await type('ana', 'firewall create de1 va1 source=10.9.0.0/24 destination=10.9.1.0/24 why="for the test"');
  await press('ana', 'decide:confirm');
  await bot.seenBy('ben', () => bot.slack.press('ben', 'Review'));
  await bot.seenBy('ben', () => bot.slack.submit('ben'), true);
  const ts = asString(
    bot.slack.sees('ben', 'cloud-ops').findLast((message) => JSON.stringify(message).includes('decide:undo'))
      ?.ts,
  );
  const preview = await press('ben', 'Undo', ts);
  expect(preview).toContain('Request Approval');
  expect(preview).toContain('Undo: close 10.9.0.0/24 (DE1) → 10.9.1.0/24 (VA1), all ports?');
  expect(await press('ana', 'Undo', ts)).toContain('Request Approval');

  bot.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
  expect(await press('ben', 'decide:confirm')).toContain('couldn’t be posted to #approvals');
  expect(await press('ben', 'Undo', ts)).toContain('Request Approval');
  expect(await press('ben', 'decide:confirm')).toContain('needs 1 approval');
  expect(JSON.stringify(bot.slack.sees('cora', 'approvals').at(-1))).toContain('Undo: ');
  const result = () =>
    JSON.stringify(bot.slack.sees('ben', 'cloud-ops').find((message) => message.ts === ts));
  expect(result()).toContain('Undo requested: ');
  expect(result()).not.toContain('decide:undo');
  const cards = bot.slack.sees('cora', 'approvals').length;
  expect(await press('ana', 'decide:confirm')).toContain('requested this Undo: ');
  expect(bot.slack.sees('cora', 'approvals')).toHaveLength(cards);

  await bot.seenBy('ben', () => bot.slack.press('ben', 'Withdraw'), true);
  expect(result()).toContain('decide:undo');
});
