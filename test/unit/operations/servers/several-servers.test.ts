import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listButton } from '../../../../src/answer/answer.ts';
import { UserError } from '../../../../src/answer/user-error.ts';
import type { ServerEntry } from '../../../../src/cloud/index.ts';
import { split } from '../../../../src/operation/words.ts';
import { matchesGlob } from '../../../../src/operations/servers/glob.ts';
import { matchingServers } from '../../../../src/operations/servers/matching-servers.ts';
import { canNameSeveral, readServerWords } from '../../../../src/operations/servers/server-words.ts';

describe('the words of a field', () => {
  test.each([
    ['web01', 'web01', false],
    ['web01 web02', 'web01 web02', true],
    ['web01, web02,', 'web01 web02', true],
    ['web*', 'web*', true],
    ['*', '*', true],
    ['group=Shop', 'group=Shop', true],
    ['group="Web shop"  db01', 'group="Web shop" db01', true],
  ])('“%s” is read as “%s”', (words, value, several) => {
    expect(readServerWords(words)).toEqual({ value });
    expect(canNameSeveral(words)).toBe(several);
  });

  test.each([
    ['"web 01"', 'web 01'],
    ['web01 x', 'x'],
    ['groups=Shop', 'groups=Shop'],
    ['group=', 'group=""'],
    [',', ','],
    ['web/01', 'web/01'],
    ['[web]', '[web]'],
  ])('“%s” is none, since “%s” is none', (words, wrong) => {
    expect(readServerWords(words)).toEqual({
      problem: `“${wrong}” is not a server name like DE1ACMEWEB01, a pattern like web*, or group=NAME`,
    });
  });

  test('a value that was read reads back the same', () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        const reading = readServerWords(words);
        if ('value' in reading) expect(readServerWords(reading.value)).toEqual(reading);
      }),
    );
  });
});

test('a pattern matches like a regular expression for it', () => {
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 8 }).map((all) => all.join(''));
  const patterns = fc.array(fc.constantFrom('a', 'B', '*', '?'), { maxLength: 6 }).map((all) => all.join(''));
  fc.assert(
    fc.property(patterns, letters, (pattern, text) => {
      const expression = pattern.replaceAll(/\*+/g, '.*').replaceAll('?', '.');
      expect(matchesGlob(pattern, text)).toBe(new RegExp(`^${expression}$`, 'i').test(text));
    }),
    { numRuns: 2000 },
  );
});

test('no pattern takes long', () => {
  expect(matchesGlob(`${'*a'.repeat(31)}b`, 'a'.repeat(64))).toBe(false);
});

const server = (name: string, ...group: string[]): ServerEntry => ({
  id: name.toLowerCase(),
  name,
  dataCenter: name.slice(0, 3).toLowerCase(),
  group: [`${name.slice(0, 3)} Hardware`, ...group],
});
const all = [
  server('DE1ACMEWEB01', 'Shop', 'Web'),
  server('DE1ACMEWEB02', 'Shop', 'Web', 'Canary'),
  server('DE1ACMEDB01', 'Shop'),
  server('DE1ACMEWEBDB', 'Tools'),
  server('VA1ACMEWEB01', 'Web'),
];
const named = (words: string): readonly string[] =>
  split(words).flatMap((word) =>
    matchingServers(word, all, { aliases: ['ACME'], list: listButton('server', 'server list') }).map(
      ({ name }) => name,
    ),
  );

describe('the servers that a word names', () => {
  test.each([
    ['an id', 'de1acmeweb01', ['DE1ACMEWEB01']],
    ['a part that only one has', 'web02', ['DE1ACMEWEB02']],
    [
      'a pattern, without the data center and the account',
      'web*',
      ['DE1ACMEWEB01', 'DE1ACMEWEB02', 'DE1ACMEWEBDB', 'VA1ACMEWEB01'],
    ],
    ['a pattern for a whole id', 'va1*', ['VA1ACMEWEB01']],
    ['a pattern with single characters', 'DB??', ['DE1ACMEDB01']],
    ['a group with its subgroups', 'group=shop', ['DE1ACMEWEB01', 'DE1ACMEWEB02', 'DE1ACMEDB01']],
    ['a subgroup', 'group=Canary', ['DE1ACMEWEB02']],
    ['a group by its data center', 'group=va1/Web', ['VA1ACMEWEB01']],
    ['a group by one above it', 'group=Shop/Canary', ['DE1ACMEWEB02']],
    ['the root group', 'group="DE1 Hardware/Tools"', ['DE1ACMEWEBDB']],
  ])('%s', (_, words, names) => expect(named(words)).toEqual(names));

  test.each([
    ['zzz', 'There is no server “zzz”.', []],
    ['DE1ACMEWEB0X', 'There is no server “DE1ACMEWEB0X”.', ['DE1ACMEWEB01']],
    ['x*', 'No server matches “x*”.', []],
    ['group=Shopp', 'There is no group with servers “Shopp”.', ['group=Shop']],
    ['web01', 'Which server is “web01”?', ['*web01*', 'DE1ACMEWEB01', 'VA1ACMEWEB01']],
    [
      'group=Web',
      'Which group is “Web”?',
      [
        'group="DE1/DE1 Hardware/Shop/Web" group="VA1/VA1 Hardware/Web"',
        'group="DE1/DE1 Hardware/Shop/Web"',
        'group="VA1/VA1 Hardware/Web"',
      ],
    ],
  ])('“%s” fails with the candidates that exist', (words, message, meant) => {
    const error = (() => {
      try {
        return named(words);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(UserError);
    if (!(error instanceof UserError)) return;
    expect([error.message, error.candidates.map(({ value }) => value)]).toEqual([message, meant]);
    for (const value of error.candidates) expect(named(value.value).length).toBeGreaterThan(0);
  });
});
