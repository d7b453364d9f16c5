import { afterAll, beforeAll, expect, test } from 'vitest';
import { messagesCheck } from '../../local/doctor/check-messages.ts';
import { samplesOf } from '../../local/doctor/samples.ts';
import { Arguments } from '../../local/slack/payload/arguments.ts';
import { needed } from '../../local/slack/workspace/granted-scopes.ts';
import { runChecks } from '../../src/health/run-checks.ts';
import { request } from '../../src/http/request.ts';
import { defaults } from '../../src/policy/policy.ts';
import { botScopes, scopesOfEvents, scopesOfMethods } from '../../src/slack/client/scopes.ts';
import { probesFor } from '../../src/wiring/doctor-probes.ts';
import { rulesFrom, skydeskOfFile, type TestSkydesk } from '../support/index.ts';

/*
 * The local Slack refuses calls that the token's scopes do not allow, by a table of its own. So all calls of the bot are
 * compared with the scopes in the manifest.
 */

const before = { ...process.env };
const skydesk = await skydeskOfFile({ policy: { people: { approve: ['S0APPROVERS', 'U0ANA'] } } });
beforeAll(async () => {
  await skydesk.fresh();
  await everything(skydesk);
});
afterAll(async () => {
  process.env = before;
});

/** Each way on which the bot calls Slack: answers, forms, approvals, files, the doctor. */
async function everything({
  slack,
  type,
  press,
  ask,
  decide,
  cloud,
  environment,
  settled,
}: TestSkydesk): Promise<void> {
  await type('ana', 'alert list');
  await type('ana', 'alert create');
  slack.encode({ bareTags: true });
  await type('ana', 'alert show "Pages @cloud-approvers"');
  slack.encode();
  await type('ana', 'alert assign "Night watch" jump');
  await press('ana', 'decide:confirm');
  await type('ana', 'history export');
  const [rule = ''] = rulesFrom(cloud);
  const id = await ask('cora', `firewall delete de1 ${rule} why="Not used any more"`);
  await decide('ben', id, 'Approve');
  await slack.openHome('ana');
  await settled();
  Object.assign(process.env, environment);
  for (const channel of ['#approvals', 'C0APPROVALS']) {
    const policy = {
      ...defaults,
      people: { ...defaults.people, approve: ['S0APPROVERS', 'U0ANA'] },
      approvals: { ...defaults.approvals, channel },
    };
    await runChecks(probesFor('terminal', environment, { read: policy }, Date.now, request), {
      additional: [messagesCheck(() => samplesOf('/cloud').slice(0, 1))],
    });
  }
}

/** Each call once. */
const calls = () => skydesk.slack.calls();

test('no call is refused because of a missing scope', () => {
  expect(calls().filter(({ response }) => response.error === 'missing_scope')).toEqual([]);
});

test('every called method is in the table, with the scopes that Slack requires', () => {
  const called = [...new Set(calls().map(({ method }) => method))];
  const table: Readonly<Record<string, readonly string[]>> = scopesOfMethods;
  expect(called.filter((method) => !(method in table))).toEqual([]);
  for (const { method, arguments: args } of calls()) {
    const asked = needed(method, new Arguments(args));
    expect(table[method], method).toEqual(expect.arrayContaining([...asked]));
  }
});

test('every method in the table that needs a scope was called', () => {
  const called = new Set(calls().map(({ method }) => method));
  const needing = Object.entries(scopesOfMethods).filter(([, scopes]) => scopes.length > 0);
  expect(needing.map(([method]) => method).filter((method) => !called.has(method))).toEqual([]);
});

test('the manifest has the scopes that the calls need, for the command and for events, and no others', () => {
  const used = calls().flatMap(({ method, arguments: args }) => needed(method, new Arguments(args)));
  const others = ['commands', ...Object.values(scopesOfEvents).flat()];
  expect(botScopes).toEqual([...new Set([...used, ...others])].sort());
});
