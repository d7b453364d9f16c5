import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLambda } from '../../../../local/aws/index.ts';
import { credentialsOf } from '../../../../local/cloud/index.ts';
import type { FaultSwitchId } from '../../../../local/inspector/fault-table.ts';
import { startTestSkydesk, type TestSkydesk } from '../../../harness/index.ts';

let skydesk: TestSkydesk;
beforeAll(async () => {
  skydesk = await startTestSkydesk({ workers: 1, createFunction: createLambda });
});
beforeEach(async () => {
  await skydesk.type('ana', 'login');
});
afterEach(() => skydesk.inspector.reset());
afterAll(() => skydesk.stop());

const turn = (id: FaultSwitchId, on = true): Promise<void> => skydesk.inspector.setFault(id, on);
const isOn = (id: FaultSwitchId): boolean | undefined =>
  skydesk.inspector.faults().find((fault) => fault.id === id)?.on;

/** What Ana reads after a command that only looks. */
async function read(): Promise<string> {
  await skydesk.type('ana', 'fields');
  return skydesk.last('ana', 'cloud-ops');
}

const fine = '3 custom fields in ACME';
const calls = (): string[] => skydesk.cloud.requests.map(({ method, path }) => `${method} ${path}`);
const fields = 'GET /v2/accounts/ACME/customFields';
const login = 'POST /v2/authentication/login';

describe('a condition: felt while it is on, and no longer', () => {
  test.each<[FaultSwitchId, string]>([
    ['service-errors', 'The cloud API returned an error.'],
    ['service-drops-before', 'Skydesk couldn’t reach the cloud API.'],
    ['password-at-service', 'The cloud API rejected Skydesk’s username or password.'],
  ])('%s', async (id, says) => {
    await turn(id);
    expect(isOn(id)).toBe(true);
    expect(await read()).toContain(says);
    await turn(id, false);
    expect(isOn(id)).toBe(false);
    expect(await read()).toContain(fine);
  });

  test('slack-limits: Slack refuses what is over its limit, and the switch counts it', async () => {
    const { rateLimits } = skydesk.slack;
    const shown = () => skydesk.inspector.faults().find(({ id }) => id === 'slack-limits');
    await turn('slack-limits');
    for (let calls = 0; calls < 21; calls += 1) rateLimits.take('usergroups.users.list');
    expect(shown()?.seen).toBe('1 call had to wait: usergroups.users.list 1.');
    expect(await read()).toContain(fine);
    await turn('slack-limits', false);
    expect(shown()?.seen).toBeUndefined();
    expect(rateLimits.take('usergroups.users.list')).toBe(0);
  });

  test('service-drops-after: the change is made, and nobody says that it was not', async () => {
    await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
    await turn('service-drops-after');
    await skydesk.press('ana', 'decide:confirm');
    expect(skydesk.last('ana', 'cloud-ops')).toContain('Outcome unknown.');
    const made = skydesk.cloud.control.state().alertPolicies.filter(({ name }) => name === 'Disk 95');
    expect(made).toHaveLength(1);
    expect(await read()).toContain(fine);
  });
});

describe('an event: it happens once', () => {
  test('password-rotated: the bot reads the new one', async () => {
    await turn('password-rotated');
    expect(skydesk.aws.secrets.get('skydesk/service')).not.toContain('correct-horse');
    skydesk.cloud.clearRequests();
    expect(await read()).toContain(fine);
    expect(calls()).toEqual([fields, login, fields]);
  });

  test('changed-outside: a firewall policy is new and another one disabled, and Skydesk knows nothing of it', async () => {
    const policies = () => skydesk.cloud.control.state().localFirewalls;
    const isEnabled = (id: string) => policies().find((policy) => policy.id === id)?.enabled;
    const before = policies().filter(({ enabled }) => enabled);
    await turn('changed-outside');
    expect(policies().at(-1)).toMatchObject({ source: ['10.77.0.0/24'], ports: ['tcp/22'] });
    expect(before.filter(({ id }) => !isEnabled(id))).toHaveLength(1);
    await skydesk.type('ana', 'history');
    expect(skydesk.last('ana', 'cloud-ops')).not.toContain('firewall');
  });

  test('cold-start: the next request starts both functions', async () => {
    await turn('cold-start');
    expect(await read()).toContain(fine);
    const [trace] = skydesk.inspector.traces();
    expect(trace?.steps.filter((step) => step.kind === 'invocation' && step.cold)).toHaveLength(2);
  });

  test('expired-trigger: the form does not open, and a button says so', async () => {
    await turn('expired-trigger');
    expect(isOn('expired-trigger')).toBe(true);
    await skydesk.type('ana', 'alert create');
    expect(skydesk.slack.views('ana')).toEqual([]);
    expect(JSON.stringify(skydesk.slack.sees('ana').at(-1)?.blocks)).toContain('Open Form');
    expect(isOn('expired-trigger')).toBe(false);
    await skydesk.type('ana', 'alert create');
    expect(skydesk.slack.views('ana')).toHaveLength(1);
  });

  test('slack-busy: the answer comes when Slack lets it', async () => {
    await turn('slack-busy');
    expect(await read()).toContain(fine);
    expect(skydesk.slack.calls().filter(({ response }) => response.error === 'ratelimited')).toHaveLength(1);
    expect(isOn('slack-busy')).toBe(false);
  });

  test('worker-dies: it stays armed until one worker was killed', async () => {
    await turn('worker-dies');
    expect(isOn('worker-dies')).toBe(true);
    await skydesk.type('ana', 'fields');
    expect(isOn('worker-dies')).toBe(false);
    const [trace] = skydesk.inspector.traces();
    expect(trace?.steps.find(({ kind, ok }) => kind === 'invocation' && ok === false)).toMatchObject({
      function: 'worker',
      error: expect.stringContaining('signal: killed'),
    });
  });
});

test('a reset puts everything back: workspace, service, record, faults and passwords', async () => {
  const start = skydesk.cloud.control.state();
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await skydesk.press('ana', 'decide:confirm');
  await turn('password-rotated');
  for (const { id, kind } of skydesk.inspector.faults()) if (kind === 'condition') await turn(id);
  await turn('expired-trigger');
  await skydesk.inspector.reset();

  expect(skydesk.inspector.faults().filter(({ on }) => on)).toEqual([]);
  expect(skydesk.inspector.traces()).toEqual([]);
  expect(skydesk.slack.sees('ana')).toEqual([]);
  expect(skydesk.cloud.control.state()).toEqual(start);
  expect(skydesk.cloud.control.faults().failures).toEqual([]);
  expect(JSON.parse(skydesk.aws.secrets.get('skydesk/service'))).toEqual(credentialsOf());
  expect(await read()).toContain(fine);
  await skydesk.type('ana', 'history');
  expect(skydesk.last('ana', 'cloud-ops')).not.toContain('Disk 95');
});
