import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLambda } from '../../../../local/aws/index.ts';
import type { SwitchId } from '../../../../local/inspector/inspector-types.ts';
import { startSkydesk } from '../../../../local/skydesk.ts';
import { type Desk, startDesk } from '../../approving.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ workers: 1, createFunction: createLambda });
});
beforeEach(async () => {
  await desk.type('ana', 'login');
});
afterEach(() => desk.backstage.reset());
afterAll(() => desk.stop());

const turn = (id: SwitchId, on = true): Promise<void> => desk.backstage.turn(id, on);
const isOn = (id: SwitchId): boolean | undefined =>
  desk.backstage.switches().find((one) => one.id === id)?.on;

/** What Ana reads after a command that only looks. */
async function read(): Promise<string> {
  await desk.type('ana', 'fields');
  return desk.last('ana', 'cloud-ops');
}

const fine = '3 custom fields in ACME';
const calls = (): string[] => desk.emulator.requests.map(({ method, path }) => `${method} ${path}`);
const fields = 'GET /v2/accounts/ACME/customFields';
const login = 'POST /v2/authentication/login';

describe('a condition: felt while it is on, and no longer', () => {
  test.each<[SwitchId, string]>([
    ['service-errors', 'The cloud service had an error of its own.'],
    ['service-drops-before', 'The cloud service could not be reached.'],
    ['password-at-service', 'The cloud service refused the bot’s user name or password.'],
  ])('%s', async (id, says) => {
    await turn(id);
    expect(isOn(id)).toBe(true);
    expect(await read()).toContain(says);
    await turn(id, false);
    expect(isOn(id)).toBe(false);
    expect(await read()).toContain(fine);
  });

  test('slow-service: each answer takes four seconds', async () => {
    await turn('slow-service');
    const began = performance.now();
    await read();
    expect(performance.now() - began).toBeGreaterThan(4_000);
    await turn('slow-service', false);
    await read();
    expect(desk.backstage.trails()[0]?.steps.find(({ kind }) => kind === 'service')?.ms).toBeLessThan(4_000);
  });

  test('service-drops-after: the change is made, and nobody says that it was not', async () => {
    await desk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
    await turn('service-drops-after');
    await desk.press('ana', 'Confirm');
    expect(desk.last('ana', 'cloud-ops')).toContain('It is not known whether the change was made.');
    const made = desk.emulator.control.state().alertPolicies.filter(({ name }) => name === 'Disk 95');
    expect(made).toHaveLength(1);
    expect(await read()).toContain(fine);
  });
});

describe('an event: it happens once', () => {
  test('expired-token: the bot logs in again', async () => {
    await turn('expired-token');
    desk.emulator.clearRequests();
    expect(await read()).toContain(fine);
    expect(calls()).toEqual([fields, login, fields]);
  });

  test('password-rotated: the bot reads the new one', async () => {
    await turn('password-rotated');
    expect(desk.aws.secrets.get('skydesk/service')).not.toContain('correct-horse');
    desk.emulator.clearRequests();
    expect(await read()).toContain(fine);
    expect(calls()).toEqual([fields, login, fields]);
  });

  test('password-rotated brings together what was apart', async () => {
    await turn('password-at-service');
    await turn('password-rotated');
    expect(isOn('password-at-service')).toBe(false);
    expect(await read()).toContain(fine);
  });

  test('cold-start: the next request starts both functions', async () => {
    await turn('cold-start');
    expect(await read()).toContain(fine);
    const [trail] = desk.backstage.trails();
    expect(trail?.steps.filter((step) => step.kind === 'invocation' && step.cold)).toHaveLength(2);
  });

  test('expired-trigger: the form does not open, and a button says so', async () => {
    await turn('expired-trigger');
    expect(isOn('expired-trigger')).toBe(true);
    await desk.type('ana', 'alert create');
    expect(desk.slack.views('ana')).toEqual([]);
    expect(JSON.stringify(desk.slack.sees('ana').at(-1)?.blocks)).toContain('Open the form');
    expect(isOn('expired-trigger')).toBe(false);
    await desk.type('ana', 'alert create');
    expect(desk.slack.views('ana')).toHaveLength(1);
  });

  test('slack-busy: the answer comes when Slack lets it', async () => {
    await turn('slack-busy');
    expect(await read()).toContain(fine);
    expect(desk.slack.calls().filter(({ response }) => response.error === 'ratelimited')).toHaveLength(1);
    expect(isOn('slack-busy')).toBe(false);
  });

  test('worker-dies: it waits for its moment, and kills one worker', async () => {
    await turn('worker-dies');
    expect(isOn('worker-dies')).toBe(true);
    await desk.type('ana', 'fields');
    expect(isOn('worker-dies')).toBe(false);
    const [trail] = desk.backstage.trails();
    expect(trail?.steps.find(({ kind, ok }) => kind === 'invocation' && ok === false)).toMatchObject({
      function: 'worker',
      error: expect.stringContaining('signal: killed'),
    });
  });
});

test('an event that waits can be taken back', async () => {
  await turn('expired-trigger');
  await turn('expired-trigger', false);
  expect(isOn('expired-trigger')).toBe(false);
  await desk.type('ana', 'alert create');
  expect(desk.slack.views('ana')).toHaveLength(1);
});

test('a reset puts everything back: workspace, service, record, faults and passwords', async () => {
  const start = desk.emulator.control.state();
  await desk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await desk.press('ana', 'Confirm');
  await turn('password-rotated');
  for (const { id, kind } of desk.backstage.switches()) if (kind === 'condition') await turn(id);
  await turn('expired-trigger');
  await desk.backstage.reset();

  expect(desk.backstage.switches().filter(({ on }) => on)).toEqual([]);
  expect(desk.backstage.trails()).toEqual([]);
  expect(desk.slack.sees('ana')).toEqual([]);
  expect(desk.emulator.control.state()).toEqual(start);
  expect(desk.emulator.control.troubles().failures).toEqual([]);
  expect(JSON.parse(desk.aws.secrets.get('skydesk/service'))).toEqual({
    username: 'skydesk',
    password: 'correct-horse-battery',
  });
  expect(await read()).toContain(fine);
  await desk.type('ana', 'history');
  expect(desk.last('ana', 'cloud-ops')).not.toContain('Disk 95');
});

test('what is elsewhere has no switches', async () => {
  const skydesk = await startSkydesk({
    service: { baseUrl: desk.emulator.url, username: 'skydesk', password: 'correct-horse-battery' },
    slack: { apiUrl: `${desk.url}/api/`, signingSecret: 'theirs', botToken: 'xoxb-theirs' },
  });
  expect(skydesk.backstage.switches().map(({ about }) => about)).toEqual(['bot', 'bot']);
  expect(skydesk.backstage.state()).toBeNull();
  await skydesk.close();
});
