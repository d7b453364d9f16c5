import { expect, test } from 'vitest';
import { suggestionProblems } from '../../../src/command-line/check-suggestion.ts';

const requested = {
  from: 'de1',
  to: 'va1',
  source: '10.0.0.0/16',
  destination: '10.1.0.0/24',
  ticket: 'OPS-1',
};
const entered = (source: string, destination: string, more = {}) =>
  suggestionProblems('firewall.create', requested, { source, destination, ...more });

test.each<[string, string, string, readonly object[]]>([
  ['one value is narrower', '10.0.1.0/24', '10.1.0.0/24', []],
  ['both are narrower', '10.0.1.0/24', '10.1.0.7', []],
  [
    'nothing is narrower',
    '10.0.0.0/16',
    '10.1.0.0/24',
    [{ field: 'source', message: 'Narrow at least one of these values' }],
  ],
  [
    'one value is wider, though another one is narrower',
    '10.0.0.0/8',
    '10.1.0.7',
    [{ field: 'source', message: 'Must stay within the requested 10.0.0.0/16' }],
  ],
  [
    'both are elsewhere',
    '10.2.0.0/24',
    '10.3.0.0/24',
    [
      { field: 'source', message: 'Must stay within the requested 10.0.0.0/16' },
      { field: 'destination', message: 'Must stay within the requested 10.1.0.0/24' },
    ],
  ],
])('a suggestion has its problems if %s', (_, source, destination, problems) => {
  expect(entered(source, destination)).toEqual(problems);
});

test('an invalid value is a problem of its field, and a requested value is no problem', () => {
  expect(entered('nowhere', '10.1.0.7')).toMatchObject([{ field: 'source' }]);
  expect(entered('', '10.1.0.7')).toMatchObject([{ field: 'source', missing: true }]);
  const { to: _, ...half } = requested;
  expect(suggestionProblems('firewall.create', half, { source: '10.0.1.0/24' })).toEqual([]);
});

test('a field that can’t be narrowed is not compared', () => {
  expect(entered('10.0.1.0/24', '10.1.0.0/24', { from: 'gb1', moon: 'full' })).toEqual([]);
  expect(suggestionProblems('firewall.create', requested, { from: 'gb1' })).toEqual([
    { field: undefined, message: 'Narrow at least one of these values' },
  ]);
});

test('an unknown command has no problems here: the worker refuses it', () => {
  expect(suggestionProblems('moon.land', requested, {})).toEqual([]);
});
