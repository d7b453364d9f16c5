import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLambda } from '../../../../local/aws/index.ts';
import { users } from '../../../../local/cloud/index.ts';
import type { Step, Trail } from '../../../../local/inspector/inspector-types.ts';
import { written } from '../../../../local/inspector/mask.ts';
import { type Desk, rulesFrom, startDesk } from '../../approving.ts';
import { quick } from '../../bot.ts';
import { seeded } from '../../seeded.ts';
import { send, slash } from '../../signed.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({
    workerTimeoutMs: 2_500,
    visibilitySeconds: 5,
    workers: 1,
    createFunction: createLambda,
  });
});
/** Each test finds functions that are warm, and nothing that another left. */
beforeEach(async () => {
  await desk.backstage.reset();
  desk.emulator.control.set(quick);
  await desk.type('ana', 'login');
});
afterAll(() => desk.stop());

/** The newest trail of this title. */
function trailOf(title: string): Trail {
  const trail = desk.backstage.trails().find((one) => one.title === title);
  if (trail) return trail;
  throw new Error(`There are only ${desk.backstage.trails().map((one) => one.title)}`);
}

/**
 * The trail in short: each step in a few words, those inside an invocation set in and under it. Where the
 * acknowledgement stands is a race that the queue often wins, so it comes last.
 */
function outline({ steps }: Trail): string[] {
  const line = (step: Step): string => `${short(step)}${step.ok ? '' : ' ✗'}`;
  const top = steps.filter(({ inside }) => inside === undefined);
  return top
    .toSorted((one, other) => Number(one.kind === 'ack') - Number(other.kind === 'ack'))
    .flatMap((step) => [
      line(step),
      ...steps.filter(({ inside }) => inside === step.id).map((one) => `  ${line(one)}`),
    ]);
}

function short(step: Step): string {
  switch (step.kind) {
    case 'request':
      return `request ${step.what}`;
    case 'ack':
      return `ack ${step.status}${step.error ? ` ${step.error}` : ''}${made(step)}`;
    case 'invocation':
      return step.function;
    case 'message':
      return `message ${step.what} ${step.delivery}`;
    case 'service':
      return `${step.method} ${step.path} ${step.status}`;
    case 'slack':
      return `slack ${step.method}${made(step)}`;
    case 'log':
      return `log ${step.event}`;
  }
}

const made = (step: Extract<Step, { made: unknown }>): string =>
  step.made.map((one) => ` → ${one.kind}${'how' in one ? ` ${one.how}` : ''}`).join('');

test('a read: the request, its job, the call of the service, the answer', async () => {
  await Promise.all([desk.receiver.coldStart(), desk.worker.coldStart()]);
  await desk.type('ana', 'fields');
  const first = trailOf('/cloud fields');
  expect(first).toMatchObject({ kind: 'command', person: 'U0ANA', channel: 'C0CLOUDOPS', state: 'done' });
  expect(first.steps.filter(({ kind }) => kind === 'invocation')).toMatchObject([
    { function: 'receiver', cold: true, initMs: expect.any(Number), ms: expect.any(Number) },
    { function: 'worker', cold: true, initMs: expect.any(Number), ms: expect.any(Number) },
  ]);

  await desk.type('ana', 'fields');
  const again = trailOf('/cloud fields');
  expect(outline(again)).toEqual([
    'request slash command',
    'receiver',
    'message command 1',
    'worker',
    '  GET /v2/accounts/ACME/customFields 200',
    '  slack chat.postEphemeral → message posted',
    'ack 200',
  ]);
  expect(again.steps[1]).toMatchObject({ cold: false });
  const [message] = desk.slack.sees('ana', 'cloud-ops').slice(-1);
  expect(again.steps.flatMap((step) => ('made' in step ? step.made : []))).toEqual([
    {
      kind: 'message',
      how: 'posted',
      channel: message?.channel,
      ts: message?.ts,
      onlyFor: 'U0ANA',
      shown: { text: message?.text, blocks: message?.blocks, attachments: [] },
    },
  ]);
});

test('a change that is confirmed: the click has a trail of its own', async () => {
  await desk.type('ana', `alert delete ${seeded.disk80}`);
  await desk.press('ana', 'Confirm');
  expect(outline(trailOf('Pressed Confirm'))).toEqual([
    'request block_actions',
    'receiver',
    'message decision 1',
    'worker',
    '  GET /v2/alertPolicies/ACME 200',
    '  log recorded',
    `  DELETE /v2/alertPolicies/ACME/${seeded.disk80} 204`,
    `  GET /v2/alertPolicies/ACME/${seeded.disk80} 404`,
    '  log recorded',
    '  slack response_url → message changed',
    '  slack chat.postMessage → message posted',
    'ack 200',
  ]);
});

test('a job that is followed: its later looks belong to the click', async () => {
  await desk.type('ana', 'ip add de1acmeweb01 tcp/443 from=203.0.113.0/28 why="a test of the web"');
  await desk.doing(() => desk.slack.press('ana', 'Confirm'), true);
  const address = desk.emulator.control
    .state()
    .servers.find(({ id }) => id === 'de1acmeweb01')
    ?.publicIps.at(-1)?.address;
  expect(outline(trailOf('Pressed Confirm'))).toEqual([
    'request block_actions',
    'receiver',
    'message decision 1',
    'worker',
    '  GET /v2/servers/ACME/de1acmeweb01 200',
    '  log recorded',
    '  GET /v2/servers/ACME/de1acmeweb01 200',
    '  POST /v2/servers/ACME/de1acmeweb01/publicIPAddresses 202',
    '  slack response_url → message changed',
    '  slack chat.postMessage → message posted',
    'message follow 1',
    'worker',
    `  GET /v2/operations/ACME/status/${seeded.newJob} 200`,
    '  GET /v2/servers/ACME/de1acmeweb01 200',
    // Once to tell of it, and once to offer its Undo.
    ...Array(2).fill(`  GET /v2/servers/ACME/de1acmeweb01/publicIPAddresses/${address} 200`),
    '  log recorded',
    '  slack chat.update → message changed',
    'ack 200',
  ]);
});

test('a form: opened by the receiver, filled by the worker', async () => {
  await desk.type('ana', 'alert create');
  expect(outline(trailOf('/cloud alert create'))).toEqual([
    'request slash command',
    'receiver',
    '  slack views.open → view opened',
    'message form 1',
    'worker',
    '  slack views.update → view changed',
    'ack 200',
  ]);
  await desk.slack.dismiss('ana', true);
});

test('an answer at once: it came of the acknowledgement', async () => {
  await desk.type('ana', 'help alert show');
  expect(outline(trailOf('/cloud help alert show'))).toEqual([
    'request slash command',
    'receiver',
    'ack 200 → message posted',
  ]);
});

test('where the bot is no member, the response URL is used', async () => {
  await desk.doing(() => desk.slack.type('ana', 'general', '/cloud dc list'));
  expect(outline(trailOf('/cloud dc list'))).toEqual([
    'request slash command',
    'receiver',
    'message command 1',
    'worker',
    '  GET /v2/datacenters/ACME 200',
    '  slack chat.postEphemeral ✗',
    '  slack response_url → message posted',
    'ack 200',
  ]);
  expect(trailOf('/cloud dc list').failures).toBe(1);
});

test('an approval: what was granted is done in the trail of what was asked for', async () => {
  const [rule = ''] = rulesFrom(desk.emulator);
  const line = `firewall delete de1 ${rule} why="nobody needs it"`;
  const id = await desk.ask('ana', line);
  await desk.decide('ben', id, 'Approve');
  const lines = '/v2-experimental/crossDcFirewallPolicies/ACME/de1';
  expect(outline(trailOf(`/cloud ${line}`))).toEqual([
    'request slash command',
    'receiver',
    'message command 1',
    'worker',
    '  GET /v2/datacenters/ACME 200',
    `  GET ${lines} 200`,
    '  slack chat.postEphemeral → message posted',
    'message execute 1',
    'worker',
    '  GET /v2/datacenters/ACME 200',
    `  GET ${lines} 200`,
    '  slack chat.update → message changed',
    '  log recorded',
    `  DELETE ${lines}/${rule} 204`,
    '  slack chat.update → message changed',
    '  slack chat.postMessage → message posted',
    '  log recorded',
    '  slack chat.postMessage → message posted',
    'ack 200',
  ]);
  expect(outline(trailOf('Sent “Review a change”'))).toEqual([
    'request view_submission',
    'receiver',
    'message vote 1',
    'worker',
    '  GET /v2/datacenters/ACME 200',
    `  GET ${lines} 200`,
    '  slack chat.update → message changed',
    '  slack chat.postMessage → message posted',
    '  log recorded',
    '  slack chat.postEphemeral → message posted',
    'ack 200 → view closed',
  ]);
});

test('a service that fails: each try, and what the bot logged', async () => {
  desk.emulator.control.fail({ how: 'internal', times: 9 });
  await desk.type('ana', 'alert list');
  await desk.fresh();
  const trail = trailOf('/cloud alert list');
  expect(outline(trail)).toEqual([
    'request slash command',
    'receiver',
    'message command 1',
    'worker',
    ...Array(3).fill('  GET /v2/alertPolicies/ACME 500 ✗'),
    '  log job failed ✗',
    '  slack chat.postEphemeral → message posted',
    'ack 200',
  ]);
  expect(trail.failures).toBe(4);
});

test('a request that nobody signed: refused, and nothing comes of it', async () => {
  const request = slash(desk, 'alert list');
  await send(desk, { ...request, body: `${request.body}&more=1` });
  const trail = trailOf('Something that is not Slack’s');
  expect(outline(trail)).toEqual([
    'request unreadable ✗',
    'receiver',
    '  log request refused ✗',
    'ack 401 ✗',
  ]);
  expect(trail.steps[0]).toMatchObject({ refused: 'signature' });
});

test('a worker that dies: the message comes again, and both deliveries are there', async () => {
  await desk.backstage.turn('worker-dies', true);
  await desk.type('ana', 'dc list');
  const trail = trailOf('/cloud dc list');
  expect(trail.steps.filter(({ kind }) => kind === 'message')).toMatchObject([
    { delivery: 1, ok: false },
    { delivery: 2, ok: true },
  ]);
});

test('Slack is down: nothing appears, until the next delivery after it is back', async () => {
  const before = desk.slack.sees('ana').length;
  await desk.backstage.turn('slack-down', true);
  await desk.slack.type('ana', 'cloud-ops', '/cloud login');
  const trail = (): Trail => trailOf('/cloud login');
  await expect
    .poll(() => trail().steps.find(({ kind }) => kind === 'message')?.ok, { timeout: 50_000 })
    .toBe(false);
  expect(desk.slack.sees('ana')).toHaveLength(before);
  await desk.backstage.turn('slack-down', false);
  await desk.settled();
  expect(desk.slack.sees('ana')).toHaveLength(before + 1);
  expect(outline(trail()).filter((step) => step.includes('message'))).toEqual([
    'message command 1 ✗',
    'message command 2',
    '  slack chat.postEphemeral → message posted',
  ]);
});

test('the sweeper has a trail only when it does something', async () => {
  const before = desk.backstage.trails().length;
  await desk.sweep();
  expect(desk.backstage.trails().slice(0, -before).map(outline)).toEqual([]);
});

test('no secret is in any trail, however it is written', async () => {
  await desk.type('ana', 'fields');
  await desk.type('ana', 'alert create');
  desk.emulator.control.fail({ route: 'customFields.list', how: 'internal', times: 9 });
  await desk.type('ana', 'fields');
  const [rule = ''] = rulesFrom(desk.emulator);
  const id = await desk.ask('ana', `firewall delete de1 ${rule} why="nobody needs it"`);
  await desk.decide('ben', id, 'Approve');
  expect(desk.backstage.trails().length).toBeGreaterThan(5);
  const tokens = desk.emulator.requests.map(({ headers }) => String(headers.authorization).slice(7));
  expect(tokens.join()).toContain('eyJ');
  const secrets = [
    'local-signing-secret',
    'local-bot-token',
    'xoxb-local-bot-token',
    ...users.map(({ password }) => password),
    ...tokens.filter((token) => token.length > 10),
  ];
  const shown = JSON.stringify([desk.backstage.trails(), desk.backstage.switches()]);
  expect(secrets.flatMap(written).filter((form) => shown.includes(form))).toEqual([]);
  expect(shown).not.toMatch(/hooks\/(commands|actions)/);
  expect(shown).not.toMatch(/"trigger_id":"[^"…]*"/);
});
