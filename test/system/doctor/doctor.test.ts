import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type DoctorFixture, fixtureSecrets, startDoctorFixture } from '../../../local/doctor/fixtures.ts';
import { runScenario, scenarios } from '../../../local/doctor/scenarios.ts';
import type { Finding } from '../../../src/answer/finding.ts';
import { expected } from './expected.ts';

const checks = [
  'Environment',
  'Policy',
  'Slack secret',
  'Slack token',
  'Slack scopes',
  'Workspace',
  'Approvals channel',
  'People',
  'Approvers',
  'Cloud API secret',
  'Cloud API login',
  'Cloud API roles',
  'Queue',
  'Table',
  'Agents',
  'Clock',
  'Messages',
];

let fixture: DoctorFixture;
const before = { ...process.env };
beforeAll(async () => {
  fixture = await startDoctorFixture();
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
});
afterAll(async () => {
  await fixture.close();
  process.env = before;
});

/** Longer than a test is waited for, in milliseconds: a busy machine is no service that hangs. */
const endless = 600_000;
/** For a check that hangs, in milliseconds. However busy the machine is, it doesn't end before. */
const soon = 500;

beforeEach(() => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(endless));
  // The limits of the AWS SDK and of the cloud API's client; what is shorter is a delay before a retry.
  const { setTimeout: wait } = globalThis;
  const patient = (act: () => void, ms = 0) => wait(act, ms < 1000 ? ms : endless);
  vi.stubGlobal('setTimeout', Object.assign(patient, wait));
  return fixture.restore();
});
afterEach(() => void vi.unstubAllGlobals());

const signs = { ok: '✓', wrong: '✗', warning: '!', 'not checked': '-' } as const;

/** A finding in one line, without what differs from run to run. */
const lineOf = ({ check, state, message, next }: Finding): string => {
  const steady = message
    .replace(/(?<=^Slack rejected )“[\w ,]+”/, '“…”')
    .replace(/(?<=clock is 6)\d(?= seconds)|(?<= of )\d+(?= samples)/, '…');
  return `${signs[state]} ${check}: ${steady}${next ? ` → ${next}` : ''}`;
};

const looked = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ check }) => check))];

test('where everything is in order, each check says so', async () => {
  const findings = await runScenario(undefined, { fixture, timeoutMs: () => endless });
  expect(findings.map(({ check, state }) => ({ check, state }))).toEqual(
    checks.map((check) => ({ check, state: 'ok' })),
  );
});

test('every scenario has the lines that tell of it', () => {
  expect(Object.keys(expected)).toEqual(Object.keys(scenarios));
});

/** Only the checks that hang are given up; each of the others comes to its end. */
const timeoutMs = (scenario: string) => (check: string) =>
  expected[scenario]?.some((line) => line.startsWith(`✗ ${check}: `) && hung.test(line)) ? soon : endless;
const hung = /didn’t respond within/;
/** What was closed cannot be healed, so that has a ward of its own. */
const bed = (name: string) => (name.endsWith('is down') ? {} : { fixture });

test.each(Object.entries(scenarios))(
  'one thing is broken, and everything else is looked at all the same %s',
  async (name, scenario) => {
    const findings = await runScenario(scenario, { timeoutMs: timeoutMs(name), ...bed(name) });
    const notable = findings.filter(({ state }) => state !== 'ok').map(lineOf);
    expect(notable.toSorted()).toEqual(expected[name]?.toSorted());
    expect(looked(findings)).toEqual(checks);
    expect(JSON.stringify(findings)).not.toMatch(secret);
  },
);

test('whatever is wrong has a next step', () => {
  const steps = Object.values(expected)
    .flat()
    .filter((line) => /^[✗!]/.test(line));
  expect(steps.length).toBeGreaterThan(50);
  expect(steps.filter((line) => !line.includes(' → '))).toEqual([]);
});

/** Every secret that any scenario has, the broken ones included. */
const secret = new RegExp([...Object.values(fixtureSecrets), 'very-secret', 'wrong-and-secret'].join('|'));
