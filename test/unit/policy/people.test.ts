import { describe, expect, test } from 'vitest';
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

test('an account has its own people for what it names, in any letter case, but never for reading', () => {
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

test('approvers are mentioned by name, once, and nobody if everyone may approve', () => {
  expect(namedApprovers(['ACME', 'PROD', 'ACME'], policy)).toEqual(['S0LEADS', 'U0ANA', 'U0CORA', 'S0PROD']);
  expect(namedApprovers(['OPEN'], policy)).toEqual([]);
});

test('the groups of a policy are all groups that it names anywhere', () => {
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
