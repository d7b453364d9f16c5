import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/policy/decide.ts';
import {
  groupsIn,
  may,
  namedApprovers,
  names,
  peopleFor,
  whoMay,
  whoMayAnywhere,
} from '../../../src/policy/people.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';

const policy: Policy = {
  ...defaults,
  people: { read: ['S0TEAM'], change: ['U0ANA'], approve: ['S0LEADS', 'U0ANA'] },
  accounts: {
    PROD: { approve: ['U0CORA', 'S0PROD'], change: ['S0OPS'], production: true },
    OPEN: { approve: ['*'], production: false },
  },
  breakGlass: { people: ['S0ONCALL', 'U0BEN'], reasonRequired: false },
};

test('an account has people of its own for what it names, in any case, and never for reading', () => {
  expect(peopleFor('approve', 'prod', policy)).toEqual(['U0CORA', 'S0PROD']);
  expect(peopleFor('change', 'ACME', policy)).toEqual(['U0ANA']);
  expect(peopleFor('read', 'PROD', policy)).toEqual(['S0TEAM']);
});

test('those who may change or approve may also read', () => {
  expect(whoMay('read', 'ACME', policy)).toEqual(['S0TEAM', 'U0ANA', 'S0LEADS']);
  expect(whoMay('change', 'PROD', policy)).toEqual(['S0OPS']);
  expect(whoMayAnywhere('change', policy)).toEqual(['U0ANA', 'S0OPS']);
  expect(whoMayAnywhere('approve', policy)).toEqual(['S0LEADS', 'U0ANA', 'U0CORA', 'S0PROD', '*']);
});

test('approvers are mentioned by name, once, and nobody where everyone may approve', () => {
  expect(namedApprovers(['ACME', 'PROD', 'ACME'], policy)).toEqual(['S0LEADS', 'U0ANA', 'U0CORA', 'S0PROD']);
  expect(namedApprovers(['OPEN'], policy)).toEqual([]);
});

test('the groups of a policy are all that it names anywhere', () => {
  expect(groupsIn(policy)).toEqual(['S0TEAM', 'S0LEADS', 'S0OPS', 'S0PROD', 'S0ONCALL']);
  expect(groupsIn(defaults)).toEqual([]);
});

describe('a list', () => {
  const ana = { id: 'W0ANA', aliases: ['U0ANA'], groups: ['S0LEADS'] };

  test.each<[readonly string[], boolean]>([
    [['*'], true],
    [['W0ANA'], true],
    [['U0ANA'], true],
    [['U0BEN', 'S0LEADS'], true],
    [['U0BEN', 'S0TEAM'], false],
    [[], false],
  ])('of %j names a person: %s', (people, named) => expect(names(people, ana)).toBe(named));

  test('names nobody whom Skydesk refuses', () => {
    expect(names(['*', 'U0ANA'], { ...ana, refused: 'A guest.' })).toBe(false);
    expect(may('read', { ...ana, refused: 'A guest.' }, 'ACME', policy)).toBe(false);
  });
});

describe('the policy of an empty file', () => {
  const scored = (score: number, more: Partial<Policy> = {}) =>
    decide(
      {
        requester: { id: 'U0ANA', groups: [] },
        steps: [{ risk: 'changes', needs: 'confirmation', networkChange: undefined, account: 'ACME' }],
      },
      {
        ...defaults,
        ...more,
        accounts: { ACME: { production: true } },
        risk: { ...defaults.risk, points: { production: score } },
      },
    );

  test.each<[number, object]>([
    [3, { kind: 'confirm' }],
    [4, { kind: 'requestApproval', approvers: 1, ticket: false }],
    [5, { kind: 'requestApproval', approvers: 2, ticket: false }],
    [6, { kind: 'requestApproval', approvers: 2, ticket: false }],
    [7, { kind: 'requestApproval', approvers: 2, ticket: true }],
  ])('needs at a score of %i what the table of the README says', (score, decision) => {
    expect(scored(score)).toMatchObject(decision);
  });

  test('lets everyone do everything, asks in #approvals, and has no freeze', () => {
    expect(defaults.people).toEqual({ read: ['*'], change: ['*'], approve: ['*'] });
    expect(defaults).toMatchObject({
      approvals: { channel: '#approvals', expiresMinutes: 480, remindMinutes: 60 },
      maxTargets: 20,
      freeze: [],
    });
  });
});
