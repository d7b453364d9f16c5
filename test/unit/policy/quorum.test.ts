import { expect, test } from 'vitest';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { shortages } from '../../../src/policy/quorum.ts';
import { fixedRules } from './fixed-rules.ts';

const groups: Readonly<Record<string, readonly string[]>> = {
  S0TWO: ['U1', 'U2'],
  S0THREE: ['U1', 'U2', 'U3'],
  S0NONE: [],
};
const membersOf = (id: string): readonly string[] => groups[id] ?? [id];

const policy = (more: Partial<Policy['people']>, rest: Partial<Policy> = {}): Policy => ({
  ...defaults,
  ...rest,
  people: { ...defaults.people, ...more },
});

/** "ACME from 5: 2, 1 left" */
const short = (one: Policy): string[] =>
  shortages(one, membersOf, fixedRules).map(
    ({ accounts, minScore, approvers, left }) =>
      `${accounts.map((account = 'any') => account).join(' and ')} from ${minScore}: ${approvers}, ${left} left`,
  );

const quiet: Policy['risk'] = { ...defaults.risk, levels: [{ minScore: 4, approvers: 1, ticket: false }] };
const harmless: Policy['risk'] = {
  levels: [{ minScore: 50, approvers: 2, ticket: true }],
  points: { ...defaults.risk.points },
};

test.each<[string, Policy, ...shortages: string[]]>([
  ['There are enough approvers if anybody may approve', defaults],
  ['Three approvers are enough for two if one requests', policy({ approve: ['S0THREE'] })],
  ['Two approvers are too few if one requests', policy({ approve: ['S0TWO'] }), 'any from 5: 2, 1 left'],
  ['Two approvers are enough if neither may request', policy({ approve: ['S0TWO'], change: ['U9'] })],
  [
    'Two approvers are too few if one of them and others may request',
    policy({ approve: ['S0TWO'], change: ['U1', 'U9'] }),
    'any from 5: 2, 1 left',
  ],
  ['Somebody in two lists counts once', policy({ approve: ['S0TWO', 'U2'] }), 'any from 5: 2, 1 left'],
  [
    'A single approver who requests leaves nobody',
    policy({ approve: ['U1'] }),
    'any from 0: 1, 0 left',
    'any from 5: 2, 0 left',
  ],
  [
    'An empty group approves nothing',
    policy({ approve: ['S0NONE'] }),
    'any from 0: 1, 0 left',
    'any from 5: 2, 0 left',
  ],
  ['Nobody has to approve if nobody may request', policy({ approve: [], change: [] })],
  ['Two approvers are enough for a level of one', policy({ approve: ['S0TWO'] }, { risk: quiet })],
  ['A level that no change reaches needs nobody', policy({ approve: ['S0TWO'] }, { risk: harmless })],
  [
    'An account has its own approvers',
    policy({}, { accounts: { ACME: { approve: ['U1'], production: false } } }),
    'ACME from 0: 1, 0 left',
    'ACME from 5: 2, 0 left',
  ],
  [
    'An account has its own requesters',
    policy({}, { accounts: { ACME: { approve: ['S0TWO'], change: ['U9'], production: true } } }),
  ],
])('%s', (_, holds, ...expected) => {
  expect(short(holds)).toEqual(expected);
});

test.each<[string, Policy['accounts'], string[]]>([
  [
    'Two accounts with one approver each have two for a change of both',
    { PROD: { approve: ['U2'], production: true }, DEV: { approve: ['U1'], production: false } },
    [],
  ],
  [
    'Two accounts with the same approver have one',
    { PROD: { approve: ['U1'], production: true }, DEV: { approve: ['U1'], production: false } },
    ['PROD and DEV from 9: 2, 1 left'],
  ],
  [
    'Nobody may request a change of both accounts if nobody may in one of them',
    {
      PROD: { approve: ['U1'], change: [], production: true },
      DEV: { approve: ['U1'], production: false },
    },
    [],
  ],
])('%s', (_, accounts, expected) => {
  const points = {
    ...defaults.risk.points,
    unknownPolicy: 0,
    largeRange: 0,
    anySource: 0,
    everyPort: 2,
    remoteAccess: 3,
  };
  const risk = { points, levels: [{ minScore: 9, approvers: 2, ticket: false }] as const };
  expect(short(policy({ change: ['U9'] }, { risk, accounts }))).toEqual(expected);
});

test('production points can bring a level into reach', () => {
  const points = { ...defaults.risk.points, unknownPolicy: 0, production: 5 };
  const risk = { points, levels: [{ minScore: 15, approvers: 2, ticket: false }] as const };
  const accounts = { PROD: { production: true }, DEV: { production: false } };
  expect(short(policy({ approve: ['S0TWO'] }, { risk, accounts }))).toEqual([
    'any and PROD from 15: 2, 1 left',
    'PROD and DEV from 15: 2, 1 left',
  ]);
});
