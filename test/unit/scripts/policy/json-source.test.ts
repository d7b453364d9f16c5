import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileProblems } from '../../../../scripts/bundles/file-problems.ts';
import { parseJson } from '../../../../scripts/policy/json-source.ts';

/** The result of a reader for a text: its value written again, or that it refuses it. */
function outcome(read: (text: string) => unknown, text: string): string {
  try {
    return JSON.stringify(read(text));
  } catch (error) {
    if (error instanceof FileProblems || error instanceof SyntaxError) return 'refused';
    throw error;
  }
}

/** JSON with a few characters replaced, so that most of it is nearly JSON. */
const damaged = fc
  .tuple(
    fc.json(),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[],:"\\-0.eE+ \n\tn/*u\uFEFF\u00A0\u2028')), {
      maxLength: 3,
    }),
  )
  .map(([json, changes]) =>
    changes.reduce((text, [at, character]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + character + text.slice(place + 1);
    }, json),
  );

const hasKeyTwice = (text: string): boolean => {
  try {
    parseJson(text);
    return false;
  } catch (error) {
    return error instanceof FileProblems && error.message.endsWith('is there twice');
  }
};

test('it reads the same texts as JSON.parse, to the same values, and refuses the same', () => {
  fc.assert(
    fc.property(fc.oneof(damaged, fc.json(), fc.string()), (text) => {
      fc.pre(!text.startsWith('\uFEFF') && !hasKeyTwice(text));
      expect(outcome((json) => parseJson(json).value, text)).toBe(outcome(JSON.parse, text));
    }),
    { numRuns: 2000 },
  );
});

test('a key that every object has is read like any other', () => {
  const { value } = parseJson('{ "__proto__": { "production": true }, "constructor": 1 }');
  expect(Object.entries(Object(value))).toEqual([
    ['__proto__', expect.objectContaining({ production: true })],
    ['constructor', 1],
  ]);
  expect(Object(value).production).toBeUndefined();
});

test('a byte order mark, which some editors write, is allowed', () => {
  expect(parseJson('\uFEFF{ "a": 1 }').value).toEqual({ a: 1 });
});

test.each<[string, (string | number)[], number]>([
  ['a key', ['a'], 2],
  ['a key whose value begins on the next line', ['b'], 3],
  ['an element', ['b', 1], 5],
  ['a missing key, which is that of its surroundings', ['b', 1, 'c', 'd'], 5],
  ['a path of which no key exists', ['z'], 1],
  ['the whole', [], 1],
])('the line of %s', (_, path, line) => {
  expect(parseJson('{\n"a": 1,\n"b":\n[ 0,\n{ "x": 1 } ] }').lineOf(path)).toBe(line);
});
