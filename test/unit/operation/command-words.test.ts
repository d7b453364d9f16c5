import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches } from '../../../src/change/model/audit-log.ts';
import type { Risk } from '../../../src/operation/operation.ts';
import { find } from '../../../src/operation/registry.ts';
import { operationById, operations } from '../../../src/operations/index.ts';
import { entryOf } from '../../support/made/log-entries.ts';

/** The risks that a person expects of a verb; nobody expects a change behind any other word. */
const risksOf: Readonly<Record<string, readonly Risk[]>> = {
  ...Object.fromEntries(
    ['create', 'add', 'new', 'update', 'edit'].map((verb) => [verb, ['changes', 'opens']]),
  ),
  ...Object.fromEntries(['delete', 'remove', 'rm'].map((verb) => [verb, ['disrupts']])),
  assign: ['changes'],
  adopt: ['changes'],
  set: ['disrupts'],
  unassign: ['disrupts'],
  enable: ['opens'],
  disable: ['disrupts'],
  plan: ['opens'],
  extend: ['opens'],
  keep: ['opens'],
  end: ['changes'],
};

const verbs = [...Object.keys(risksOf), 'list', 'ls', 'show', 'get', 'view', 'find', 'trend'];
const nouns = [
  ...new Set(operations.flatMap(({ words }) => words)),
  'job',
  'fields',
  'login',
  'local',
  'policy',
  'public',
];
const found = (words: readonly string[]) => {
  const one = find(
    operations,
    words.map((text) => ({ text })),
  );
  return 'operation' in one ? one : undefined;
};

test('no alias and no synonym leads to more risk than the words say', () => {
  const word = fc.constantFrom(...verbs, ...nouns);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const one = found(words);
      if (!one || one.operation.risk === 'reads') return;
      const read = words.slice(0, words.length - one.rest.length);
      const [verb = ''] = read.filter((text) => text in risksOf);
      expect(risksOf[verb], words.join(' ')).toContain(one.operation.risk);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['alert policy create', 'alert.create'],
  ['alert new', 'alert.create'],
  ['server list', 'server.find'],
  ['alert rm', 'alert.delete'],
  ['alert edit', 'alert.update'],
  ['public ip add', 'ip.add'],
  ['ip create', 'ip.add'],
  ['ip delete', 'ip.remove'],
  ['autoscale policy get', 'autoscale.show'],
  ['autoscale rm', 'autoscale.remove'],
  ['firewall policy ls', 'firewall.list'],
  ['firewall policy intra new', 'firewall.intra.create'],
  ['firewall local remove', 'firewall.intra.delete'],
  ['LOGIN', 'whoami'],
  ['fields', 'custom-fields'],
  ['job get', 'job.show'],
  ['job', 'job.show'],
  ['firewall local list', 'firewall.intra.list'],
  ['firewall local show', 'firewall.intra.show'],
  ['firewall local create', 'firewall.intra.create'],
])('“%s” is %s, and nothing else', (line, id) => {
  expect(found(line.split(' '))).toMatchObject({ operation: { id }, rest: [] });
});

test.each([
  'public alert list',
  'policy alert list',
  'invoice policy',
  'server policy show',
  'rm alert',
  'alert policy',
])('“%s” names no other operation', (line) => {
  const one = found(line.split(' '));
  expect(one && line.startsWith(one.operation.words.join(' ')) ? undefined : one).toBeUndefined();
});

test('a property that every object has is no operation', () => {
  expect(operationById('constructor')).toBeUndefined();
});

test('an entry of the audit log is found by the words of its operation', () => {
  const entry = entryOf({ operation: 'firewall.intra.create' });
  expect(matches(entry, { about: 'firewall intra create' })).toBe(true);
  expect(matches(entry, { about: 'firewall delete' })).toBe(false);
});
