import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { riskRules } from '../../../../src/policy/rules/index.ts';

const folder = path.join(import.meta.dirname, '../../../../src/policy/rules');

test('every rule has a file of its name, and every such file is in the list', () => {
  const files = riskRules.map(
    ({ id }) => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
  );
  expect([...files, 'index.ts', 'rule.ts'].toSorted()).toEqual(readdirSync(folder).toSorted());
});

test.each(riskRules.map((rule) => [rule.id, rule] as const))(
  '%s says what policy.json and docs/policy.md need',
  (_, rule) => {
    expect(rule.id).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(rule.description).toMatch(/^[A-Z].*\.$/);
    expect(Number.isInteger(rule.points) && rule.points >= 0 && rule.points <= 100).toBe(true);
  },
);

test('a rule that never gives fewer points than another has no fewer by default either', () => {
  expect(riskRules.filter(({ points, atLeast }) => atLeast && points < atLeast.points)).toEqual([]);
});

test('a rule whose reason is merged into that of another is merged once, and merges none itself', () => {
  const merged = riskRules.flatMap(({ includes }) => includes ?? []);
  expect(new Set(merged).size).toBe(merged.length);
  expect(merged.filter(({ includes }) => includes)).toEqual([]);
});
