import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLambda } from '../../../../local/aws/index.ts';
import { credentialsOf } from '../../../../local/cloud/index.ts';
import { skydeskOfFile } from '../../../support/index.ts';

const skydesk = await skydeskOfFile({ workers: 1, createFunction: createLambda });
beforeEach(async () => {
  await skydesk.type('ana', 'login');
});
afterEach(() => skydesk.inspector.reset());

const turn = (id: string, on = true): Promise<void> => skydesk.inspector.setFault(id, on);
const isOn = (id: string): boolean | undefined =>
  skydesk.inspector.faults().find((fault) => fault.id === id)?.on;

/** The answer that Ana gets to a read. */
async function read(): Promise<string> {
  await skydesk.type('ana', 'fields');
  return skydesk.last('ana', 'cloud-ops');
}

const fine = '3 custom fields in ACME';

describe('a condition works while it is on:', () => {
  test.each<[string, string]>([
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
});

describe('an event happens once:', () => {
  test('changed-outside: one firewall policy is new and another one disabled, outside Skydesk', async () => {
    const policies = () => skydesk.cloud.control.state().localFirewalls;
    const isEnabled = (id: string) => policies().find((policy) => policy.id === id)?.enabled;
    const before = policies().filter(({ enabled }) => enabled);
    await turn('changed-outside');
    expect(policies().at(-1)).toMatchObject({ source: ['10.77.0.0/24'], ports: ['tcp/22'] });
    expect(before.filter(({ id }) => !isEnabled(id))).toHaveLength(1);
    await skydesk.type('ana', 'history');
    expect(skydesk.last('ana', 'cloud-ops')).not.toContain('firewall');
  });

  test('one-hour: an hour has passed for everything', async () => {
    const now = () => skydesk.time?.now() ?? 0;
    const before = now();
    await turn('one-hour');
    expect(now() - before).toBeGreaterThanOrEqual(3_600_000);
  });

  test('cold-start: the next request starts both functions', async () => {
    await turn('cold-start');
    expect(await read()).toContain(fine);
    const [trace] = skydesk.inspector.traces();
    expect(trace?.steps.filter((step) => step.kind === 'invocation' && step.cold)).toHaveLength(2);
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

test('a reset restores everything: workspace, cloud API, audit log, faults and passwords', async () => {
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
