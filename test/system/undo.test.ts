import { expect, test } from 'vitest';
import { asString } from '../../local/slack/payload/json.ts';
import { auditLog, botUnderTest } from '../harness/index.ts';

const bot = botUnderTest();

const type = (person: string, line: string): Promise<string> =>
  bot.seenBy(person, () => bot.slack.type(person, 'cloud-ops', `/cloud ${line}`));
const press = (person: string, button: string, ts?: string, later = false): Promise<string> =>
  bot.seenBy(person, () => bot.slack.press(person, button, ts ? { ts } : {}), later);

/** Types a change and confirms it; the message that tells of it. */
async function change(person: string, line: string): Promise<string> {
  await type(person, line);
  await press(person, 'decide:confirm', undefined, true);
  const message = bot.slack.sees(person, 'cloud-ops').at(-1);
  expect(JSON.stringify(message)).toContain('decide:undo');
  return asString(message?.ts);
}

const alertNames = (): string[] => bot.service.state().alertPolicies.map(({ name }) => name);
const server = (id: string) => bot.service.state().servers.find((server) => server.id === id);

const entries = () => auditLog(bot.skydesk.aws);

test('a new alert policy is gone again, by the ordinary way, and on record', async () => {
  const ts = await change('ana', 'alert create "Undo me" disk=85 to=ops@acme.example.com');
  const first = (await entries()).at(-1)?.request;
  const preview = await press('ana', 'Undo', ts);
  expect(preview).toContain('Delete alert policy Undo me');
  expect(alertNames()).toContain('Undo me');
  expect(await press('ana', 'decide:confirm')).toContain(' deleted');
  expect(alertNames()).not.toContain('Undo me');
  const asked = (await entries()).findLast(({ event }) => event === 'previewed');
  expect(asked).toMatchObject({ operation: 'alert.delete', note: expect.stringContaining(`${first}`) });
});

test('anybody who may change can press it, once', async () => {
  const ts = await change('ana', 'alert create "Only once" disk=85 to=ops@acme.example.com');
  expect(await press('ben', 'Undo', ts)).toContain('Expires in 10 min');
  await press('ben', 'Cancel');
  expect(alertNames()).toContain('Only once');
  expect(await press('ben', 'Undo', ts)).toContain('Expires in 10 min');
  expect(await press('ana', 'Undo', ts)).toContain('Expires in 10 min');
  expect(await press('ben', 'decide:confirm')).toContain(' deleted');
  expect(await press('ana', 'decide:confirm')).toContain('This Undo was used by');
  const left = bot.slack.sees('vic', 'cloud-ops').find((message) => message.ts === ts);
  expect(JSON.stringify(left)).not.toContain('decide:undo');
  expect(JSON.stringify(left)).toContain('Undone by Ben Whitaker');
  expect(alertNames()).not.toContain('Only once');
});

test('guests cannot', async () => {
  const ts = await change('ana', 'alert create "No guests" disk=85 to=ops@acme.example.com');
  expect(await press('gus', 'Undo', ts)).toContain('Guests can’t use Skydesk.');
  expect(await press('ana', 'Undo', ts)).toContain('Expires in 10 min');
});

test('what somebody changed since is not undone, and shown as it is', async () => {
  const ts = await change('ana', 'alert create "Changed since" disk=85 to=ops@acme.example.com');
  await change('ben', 'alert update "Changed since" disk=90');
  const said = await press('ana', 'Undo', ts);
  expect(said).toContain('Somebody changed it since');
  expect(said).toContain('disk ≥ 90%');
  expect(said).toMatch(/alert show [0-9a-f]{32}/);
  expect(said).toMatch(/alert delete [0-9a-f]{32}/);
});

test('after half an hour it is too late', async () => {
  const ts = await change('ana', 'alert create "Too late" disk=85 to=ops@acme.example.com');
  bot.skydesk.time?.advance(31 * 60_000);
  expect(await press('ana', 'Undo', ts)).toContain('30 minutes, which are over');
  expect(alertNames()).toContain('Too late');
});

test('an autoscale policy comes back in the place of another, and that can be undone too', async () => {
  const before = server('de1acmeweb01')?.autoscalePolicyId;
  await change('ana', 'autoscale set DE1ACMEWEB01 "Batch at night"');
  const between = server('de1acmeweb01')?.autoscalePolicyId;
  expect(between).not.toBe(before);
  await press('ana', 'Undo');
  await press('ana', 'decide:confirm');
  expect(server('de1acmeweb01')?.autoscalePolicyId).toBe(before);
  await press('ana', 'Undo');
  await press('ana', 'decide:confirm');
  expect(server('de1acmeweb01')?.autoscalePolicyId).toBe(between);
});

test('a deleted alert policy comes back, and says what does not', async () => {
  await type('ana', 'alert delete "Night watch"');
  await press('ana', 'decide:confirm');
  const preview = await press('ana', 'Undo');
  expect(preview).toContain('gets a new id, and is assigned to no server');
  await press('ana', 'decide:confirm');
  expect(alertNames()).toContain('Night watch');
});

test('a public address is taken back once its job has brought it', async () => {
  const before = server('de1acmeweb02')?.publicIps.length;
  await change('ana', 'ip add DE1ACMEWEB02 tcp/443 from=203.0.113.0/24');
  expect(server('de1acmeweb02')?.publicIps).toHaveLength((before ?? 0) + 1);
  expect(await press('ana', 'Undo')).toContain('Remove public IP');
  await press('ana', 'decide:confirm', undefined, true);
  expect(server('de1acmeweb02')?.publicIps).toHaveLength(before ?? 0);
});

test('what needed approval needs it to be undone too', async () => {
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
  expect(preview).toContain('Delete firewall policy');
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
  expect(await press('ana', 'decide:confirm')).toContain('This Undo was used by');
  expect(bot.slack.sees('cora', 'approvals')).toHaveLength(cards);

  await bot.seenBy('ben', () => bot.slack.press('ben', 'Withdraw'), true);
  expect(result()).toContain('decide:undo');
});

test('a change whose state cannot be read is done all the same, without Undo', async () => {
  await type('ana', 'alert create "No way back" disk=85 to=ops@acme.example.com');
  bot.service.fail({ route: 'alertPolicies.get', status: 500, times: 3 });
  const said = await press('ana', 'decide:confirm');
  expect(said).toContain(' created · disk ≥ ');
  expect(said).not.toContain('decide:undo');
  expect(bot.skydesk.worker.logs.some(({ text }) => text.includes('no undo'))).toBe(true);
});
