import { expect, test } from 'vitest';
import { FileProblems } from '../../../../scripts/bundles/file-problems.ts';
import { riskTable } from '../../../../scripts/derived/doc-tables.ts';
import { readPolicy } from '../../../../scripts/policy/read-policy.ts';
import { jsonSchema } from '../../../../scripts/policy/schema.ts';
import { includesPort } from '../../../../src/network/port-set.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { shortages } from '../../../../src/policy/quorum.ts';
import { score, worstCase } from '../../../../src/policy/risk.ts';
import { riskRules } from '../../../../src/policy/rules/index.ts';
import type { RiskRule } from '../../../../src/policy/rules/rule.ts';
import { publicly } from '../ways.ts';

/*
 * A new rule takes its file, its line in the list, and its test. Here all three are in one place; everything else
 * follows from the list.
 */

const newRule: RiskRule = {
  kind: 'opening',
  id: 'newRule',
  points: 50,
  description: 'PostgreSQL is opened.',
  reason: ({ ports }) => (includesPort(ports, 'tcp', 5432) ? 'opens a database' : undefined),
};

const rules = [...riskRules, newRule];
const read = (points: string, list?: readonly RiskRule[]) =>
  readPolicy(`{ "risk": { "points": ${points} } }`, 'policy.json', list).risk.points;

test('a new rule has its own points if policy.json has none', () => {
  expect(read('{}', rules)).toEqual({ ...defaults.risk.points, newRule: 50 });
});

test('policy.json takes the key of a new rule, checks its points, and takes no other key', () => {
  expect(read('{ "newRule": 5 }', rules).newRule).toBe(5);
  const problems = (points: string, list?: readonly RiskRule[]): unknown => {
    try {
      return read(points, list);
    } catch (error) {
      return error instanceof FileProblems ? error.problems : error;
    }
  };
  expect(problems('{ "newRule": 101 }', rules)).toEqual([
    'policy.json:1: risk.points.newRule must be 0 to 100; it is 101',
  ]);
  expect(problems('{ "newRul": 1 }', rules)).toEqual([
    'policy.json:1: risk.points.newRul is not a setting; did you mean newRule?',
  ]);
  expect(problems('{ "newRule": 5 }')).toHaveLength(1);
});

test('the JSON schema of policy.json has a new rule, with its points and its sentence', () => {
  expect(jsonSchema(rules)).toMatchObject({
    properties: {
      risk: {
        properties: {
          points: {
            properties: { newRule: { default: 50, description: 'PostgreSQL is opened.', maximum: 100 } },
          },
        },
      },
    },
  });
});

test('a change is scored by a new rule, with its points or those of policy.json', () => {
  const change = { networkChange: publicly('203.0.113.0/24', 'tcp/5432'), account: 'ACME' };
  const scored = (policy: Policy) => score([change], policy, [], rules).at(-1);
  expect(scored(defaults)).toEqual({ points: 50, why: 'opens a database' });
  const points = { ...defaults.risk.points, newRule: 9 };
  expect(scored({ ...defaults, risk: { ...defaults.risk, points } })?.points).toBe(9);
});

test('a level that only a new rule can reach needs its approvers', () => {
  const minScore = worstCase(['', ''], defaults) + 1;
  const levels = [{ minScore, approvers: 2, ticket: false }] as const;
  const people = { ...defaults.people, approve: ['U1', 'U2'] };
  const policy: Policy = { ...defaults, people, risk: { ...defaults.risk, levels } };
  const short = (list: readonly RiskRule[]) => shortages(policy, (id) => [id], list);
  expect(short(riskRules)).toEqual([]);
  expect(short(rules)).toEqual([{ accounts: [undefined], minScore, approvers: 2, left: 1 }]);
});

test('docs/policy.md lists a new rule', () => {
  expect(riskTable(rules)).toContain('| `newRule` | 50 | PostgreSQL is opened. |');
});
