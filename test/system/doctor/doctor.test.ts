import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Finding } from '../../../src/answer/finding.ts';
import { expected } from './expected.ts';
import { type DoctorFixture, fixtureSecrets, startDoctorFixture } from './fixtures.ts';
import { runScenario, scenarios } from './scenarios.ts';

const checks = [
  'Environment',
  'Policy',
  'Signing secret',
  'Bot token secret',
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

/** Longer than a test may last, in milliseconds: on a busy machine a slow service does not count as one that hangs. */
const endless = 600_000;
/** For a check that hangs, in milliseconds. It does not end earlier, however busy the machine is. */
const soon = 500;

beforeEach(() => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(endless));
  // The limits of the AWS SDK and of the cloud API's client; anything shorter is a delay before a retry.
  const { setTimeout: wait } = globalThis;
  const patient = (act: () => void, ms = 0) => wait(act, ms < 1000 ? ms : endless);
  vi.stubGlobal('setTimeout', Object.assign(patient, wait));
  return fixture.restore();
});
afterEach(() => void vi.unstubAllGlobals());

const signs = { ok: '✓', wrong: '✗', warning: '!', 'not checked': '-' } as const;

/** A finding in one line, without the parts that differ from run to run. */
const lineOf = ({ check, state, message, next }: Finding): string => {
  const steady = message
    .replace(/(?<=^Slack rejected )“[\w ,]+”/, '“…”')
    .replace(/(?<=clock is 6)\d(?= seconds)|(?<= of )\d+(?= samples)/, '…');
  return `${signs[state]} ${check}: ${steady}${next ? ` → ${next}` : ''}`;
};

const looked = (findings: readonly Finding[]): string[] => [...new Set(findings.map(({ check }) => check))];

test('if everything is in order, each check says so', async () => {
  const findings = await runScenario(undefined, { fixture, timeoutMs: () => endless });
  expect(findings.map(({ check, state }) => ({ check, state }))).toEqual(
    checks.map((check) => ({ check, state: 'ok' })),
  );
});

test('every scenario has its expected lines', () => {
  expect(Object.keys(expected)).toEqual(Object.keys(scenarios));
});

/** Only the checks that hang are given up; each of the others completes. */
const timeoutMs = (scenario: string) => (check: string) =>
  expected[scenario]?.some((line) => line.startsWith(`✗ ${check}: `) && hung.test(line)) ? soon : endless;
const hung = /didn’t respond within/;
/** A closed server can't be reopened, so this scenario has a fixture of its own. */
const bed = (name: string) => (name.endsWith('is down') ? {} : { fixture });

test.each(Object.entries(scenarios))(
  'one thing is broken, and everything else is checked all the same: %s',
  async (name, scenario) => {
    const findings = await runScenario(scenario, { timeoutMs: timeoutMs(name), ...bed(name) });
    const notable = findings.filter(({ state }) => state !== 'ok').map(lineOf);
    expect(notable.toSorted()).toEqual(expected[name]?.toSorted());
    expect(looked(findings)).toEqual(checks);
    expect(JSON.stringify(findings)).not.toMatch(secret);
  },
);

test('every problem has a next step', () => {
  const steps = Object.values(expected)
    .flat()
    .filter((line) => /^[✗!]/.test(line));
  expect(steps.length).toBeGreaterThan(50);
  expect(steps.filter((line) => !line.includes(' → '))).toEqual([]);
});

/** Every secret that any scenario has, the broken ones included. */
const secret = new RegExp([...Object.values(fixtureSecrets), 'very-secret', 'wrong-and-secret'].join('|'));
