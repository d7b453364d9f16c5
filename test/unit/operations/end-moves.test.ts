import { describe, expect, test } from 'vitest';
import type { Opening } from '../../../src/change/model/openings.ts';
import { day, hour, type Instant } from '../../../src/core/clock.ts';
import { evaluateChange, stepsFrom } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import { missingInRequest } from '../../../src/lifecycle/prepare/missing-in-request.ts';
import { preparedSteps } from '../../../src/lifecycle/prepare/prepare-change.ts';
import {
  allPorts,
  type NetworkChange,
  type WholeChange,
  withRuleContent,
} from '../../../src/network/network-change.ts';
import { rulesAt } from '../../../src/operations/firewall/firewall-rules.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory } from '../../support/in-memory/memory.ts';
import { changeOf } from '../../support/made/changes.ts';
import { endOf, endStart } from '../../support/made/ends.ts';
import { preparedFrom } from '../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
const replyTo = { channel: 'C1', person: 'U0ANA' };
const rule = 'ac11a45805692c2be6249d2cd0f08ed2';

const network = (change: WholeChange['change']): NetworkChange => ({
  change,
  scope: { kind: 'between', dataCenter: 'de1' },
  traffic: { rule },
});

/** The decision of the policy on a line about the end of the step `l1`, an hour after the step was done. */
async function decisionOn(
  line: string,
  change: WholeChange['change'],
  policy: Policy = defaults,
  opened: readonly Opening[] = [],
  since: Instant = endStart,
) {
  const evaluated = { risk: 'opens', needs: 'approval', since } as const;
  const subject = { kind: 'firewall between', dc: 'de1', id: rule };
  const left = { sources: ['0.0.0.0/0'], destinations: ['0.0.0.0/0'], ports: allPorts };
  const undoes = { id: 'l1', subject, state: 's1', ...(change !== 'disables' && { left }) };
  const step = { networkChange: network(change), title: 'a firewall policy', undoes };
  const { changes } = changesInMemory(endOf({ step, reversal: { evaluated } }));
  const { deps } = memory({ service: connected(cloud), changes, policy, clock: () => endStart + hour });
  for (const opening of opened) await deps.openings.put(opening);
  return (await evaluateChange([preparedFrom(line)], replyTo, deps)).decision;
}

test('ending an opening now needs no second vote', async () => {
  expect(await decisionOn('end l1', 'opens')).toMatchObject({ kind: 'confirm' });
});

test('ending a temporary closing now opens access, so it needs the approval of an opening', async () => {
  expect(await decisionOn('end l1 why="it is over"', 'disables')).toMatchObject({ kind: 'requestApproval' });
});

test('an extension is scored by how long the opening stays in all', async () => {
  const levels = [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 180 }] as const;
  const policy: Policy = { ...defaults, risk: { ...defaults.risk, levels } };
  const within = await decisionOn('extend l1 1h why="not done yet"', 'enables', policy);
  const beyond = await decisionOn('extend l1 90m why="not done yet"', 'enables', policy);
  expect(within).toMatchObject({ kind: 'requestApproval', maxLeaseMinutes: undefined });
  expect(beyond).toMatchObject({ kind: 'requestApproval', maxLeaseMinutes: 180 });
  expect(beyond.kind === 'requestApproval' && missingInRequest(changeOf(), beyond)).toBe(
    'A change this risky must end by itself within 3 h of its start, so it can be extended to 2026-11-22 15:00 UTC at most.',
  );
});

describe('an extension of a change that was sent 20 seconds before it was done', () => {
  const levels = [{ minScore: 0, approvers: 1, ticket: false, maxLeaseMinutes: 180 }] as const;
  const policy: Policy = { ...defaults, risk: { ...defaults.risk, levels } };
  const opens = network('enables');
  const afterOpening = async (step: string) => {
    const rules = await rulesAt(opens.scope, connected(cloud).account('ACME'));
    const at = endStart - 20_000;
    const opening: Opening = {
      ...{ step, requester: 'U0ANA', account: 'ACME', at, openSince: at, endsAt: at + 2 * hour },
      networkChange: withRuleContent(opens, rules),
    };
    return decisionOn('extend l1 1h why="not yet"', 'enables', policy, [opening]);
  };

  test('can be as long as the policy allows', async () => {
    expect(await afterOpening('l1')).toMatchObject({ maxLeaseMinutes: undefined });
  });

  test('can’t if something else was opened there before', async () => {
    expect(await afterOpening('l0')).toMatchObject({ maxLeaseMinutes: 180 });
  });
});

test('a new end has to be within the next 30 days, however soon the present one comes', async () => {
  await expect(decisionOn('extend l1 30d why="not done yet"', 'opens')).rejects.toThrow(
    'Its new end must be within the next 30 days.',
  );
  const within = await decisionOn('extend l1 "2026-12-22 12:00" why="not done yet"', 'opens');
  expect(within).toMatchObject({ kind: 'requestApproval' });
});

test('a new end has to be within 365 days of the start, however often it was extended', async () => {
  const extended = (until: string) =>
    decisionOn(`extend l1 "${until}" why="not yet"`, 'opens', defaults, [], endStart - 360 * day);
  await expect(extended('2026-11-27 12:01')).rejects.toThrow(
    'Its new end must be within 365 days of its start.',
  );
  expect(await extended('2026-11-27 12:00')).toMatchObject({ kind: 'requestApproval' });
});

describe('the new end of an extension, requested at 23:00 for a change that ends at 3:00,', () => {
  const { changes } = changesInMemory(endOf({ step: { startsAt: endStart + 15 * hour } }));
  const evaluatedAt = (at: number, prepared: Parameters<typeof evaluateChange>[0] | undefined) => {
    if (!prepared) throw new Error('It is valid');
    const { deps } = memory({ service: connected(cloud), changes, clock: () => at });
    return evaluateChange(prepared, replyTo, deps);
  };

  test.each([
    ['1h', '2026-11-23T04:00:00.000Z'],
    ['18:00', '2026-11-23T18:00:00.000Z'],
    ['tomorrow 18:00', '2026-11-23T18:00:00.000Z'],
    ['mon 18:00', '2026-11-23T18:00:00.000Z'],
    ['2026-11-23T19:00+01:00', '2026-11-23T18:00:00.000Z'],
  ])('as %s, stays that moment if it is approved after midnight', async (until, moment) => {
    const requested = await evaluatedAt(endStart + 11 * hour, [preparedFrom(`extend l1 ${until}`)]);
    const steps = stepsFrom(requested);
    expect(steps[0].raw).toEqual({ lease: 'l1', until: moment });
    const voted = await evaluatedAt(endStart + 12.5 * hour, preparedSteps(steps));
    expect(voted.basis).toEqual(requested.basis);
  });
});

test('a temporary closing is scored with the opening at its end', async () => {
  const { deps } = memory({ service: connected(cloud), clock: () => endStart });
  const score = async (timings: Parameters<typeof evaluateChange>[3]) => {
    const { decision } = await evaluateChange(
      [preparedFrom(`firewall disable de1 ${rule} why="an incident" ends=2h`)],
      replyTo,
      deps,
      timings,
    );
    return 'points' in decision ? decision.points.map(({ why }) => why) : [];
  };
  const forGood = await score({});
  const forAWhile = await score({ known: [{ ends: { after: 2 * hour } }] });
  expect(forAWhile).toEqual(expect.arrayContaining([...forGood]));
  expect(forAWhile.length).toBeGreaterThan(forGood.length);
});
