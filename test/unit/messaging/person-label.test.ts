import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelInWords, labelsOf, type Profile } from '../../../src/messaging/person-label.ts';
import { clean } from '../../../src/slack/render/plain-text.ts';
import { anyPeople } from './any-people.ts';

const wordsOf = (people: Readonly<Record<string, Profile | undefined>>): readonly string[] =>
  [...labelsOf(new Map(Object.entries(people))).values()].map(labelInWords);
/** The label of Vic alone, if this is his full name. */
const named = (fullName: string): string | undefined => wordsOf({ U0VIC: { fullName, handle: 'vic' } })[0];

test('people of one full name are told apart by their handles', () => {
  expect(
    wordsOf({
      U0CORA: { fullName: 'Cora Lindqvist', handle: 'cora' },
      U0VIC: { fullName: 'Cora Lindqvist', handle: 'vic' },
    }),
  ).toEqual(['Cora Lindqvist (cora)', 'Cora Lindqvist (vic)']);
});

test.each([
  ['the same', 'cora', 'cora'],
  ['a digit for a letter', 'cora', 'c0ra'],
  ['one of the letters that look like a line', 'bill', 'bi1l'],
  ['two letters for one', 'mary', 'rnary'],
  ['a point', 'corali', 'cora.li'],
  ['the id of the other', 'cora', 'u0cora'],
])('people are shown by their ids if in one message a handle looks like another one: %s', (_, one, other) => {
  expect(
    wordsOf({
      U0CORA: { fullName: 'Cora Lindqvist', handle: one },
      U0VIC: { fullName: 'Vic Tanaka', handle: other },
    }),
  ).toContain('Vic Tanaka (U0VIC)');
});

test.each([
  ['is missing', undefined],
  ['is empty', ''],
  ['has capitals, as an id has', 'U0CORA'],
  ['begins with a digit, which takes the direction of the name before it', '7vic'],
  ['is no plain word', 'vic) (cora'],
  ['has letters that aren’t ASCII', 'сora'],
  ['ends with punctuation', 'vic.'],
  ['is too long to be read', 'v'.repeat(41)],
])('the id is shown in place of a handle that %s', (_, handle) => {
  expect(wordsOf({ U0VIC: { fullName: 'Vic Tanaka', handle } })).toEqual(['Vic Tanaka (U0VIC)']);
});

test.each(['vic', 'v', 'vic.tanaka', 'vic-t', 'v_tanaka', 'vic7', 'v'.repeat(40)])(
  'the handle %s is shown',
  (handle) => {
    expect(wordsOf({ U0VIC: { fullName: 'Vic Tanaka', handle } })).toEqual([`Vic Tanaka (${handle})`]);
  },
);

test.each(['bot', 'deactivated', 'of another workspace'] as const)(
  'the id and the status are shown of somebody who is %s, even with the handle of a member',
  (status) => {
    expect(wordsOf({ U0SAM: { fullName: 'Cora Lindqvist', handle: 'cora', status } })).toEqual([
      `Cora Lindqvist (U0SAM, ${status})`,
    ]);
  },
);

test('somebody whom Slack doesn’t know is an unknown person with the id', () => {
  expect(wordsOf({ U0GHOST: undefined })).toEqual(['Unknown person (U0GHOST)']);
});

test.each<[what: string, fullName: string, shown: string]>([
  ['letters of all kinds', 'Søren Ó Briain-Łukasz Jr.', 'Søren Ó Briain-Łukasz Jr.'],
  ['points inside of words', 'Gal·la D’Angelo', 'Gal·la D’Angelo'],
  ['Chinese', '李小龍', '李小龍'],
  ['vowel signs', 'नरेन्द्र', 'नरेन्द्र'],
  ['Hebrew', 'ארנה כהן', 'ארנה כהן'],
  ['what looks like an id', 'U0CORA', 'U0CORA'],
])('a full name keeps %s', (_, fullName, shown) => {
  expect(named(fullName)).toBe(`${shown} (vic)`);
});

test.each<[what: string, fullName: string, shown: string]>([
  ['white space around it and more than one space', '  Vic \u00a0 \t Tanaka  ', 'Vic Tanaka'],
  ['parentheses', 'Cora Lindqvist (cora)', 'Cora Lindqvist cora'],
  ['wide parentheses', 'Cora Lindqvist （cora）', 'Cora Lindqvist cora'],
  ['other brackets', 'Cora Lindqvist ❨cora❩ ⟮cora⟯ [cora]', 'Cora Lindqvist cora cora cora'],
  ['a character that contains parentheses', 'Cora Lindqvist ⒞', 'Cora Lindqvist c'],
  ['the separator of small print', 'Vic · approved by Cora', 'Vic approved by Cora'],
  ['icons', '✅ Vic :white_check_mark:', 'Vic white check mark'],
  ['formatting', '*Vic* _Tanaka_ ~x~ `y`', 'Vic Tanaka x y'],
  ['mentions', '<@U0CORA> & <!channel>', 'U0CORA channel'],
  ['characters that turn the direction', 'Vic\u202e cora\u202c', 'Vic cora'],
  ['characters that nobody sees', 'V\u200bi\u2060c\u3164\u180e\ufe0f\u2800Tanaka', 'Vic Tanaka'],
  ['more than four marks on a letter', `V${'\u0301'.repeat(9)}ic`, `V${'\u0301'.repeat(4)}ic`],
  ['marks without a letter, and around one', '\u0332\u20ddVic\u20dd', 'Vic'],
  ['lines', 'Vic\nTanaka\u2028x', 'Vic Tanaka x'],
  ['half of a character', 'Vic\ud800', 'Vic'],
  ['what is longer than 40 characters', `${'Cora '.repeat(9)}(cora)`, `${'Cora '.repeat(7)}Cora…`],
  ['what is endless', 'x'.repeat(100_000), `${'x'.repeat(39)}…`],
])('a full name loses %s', (_, fullName, shown) => {
  expect(named(fullName)).toBe(`${shown} (vic)`);
});

test.each(['', ' \u3164\u200b', '()', '🎉', '1', '--'])('%j is no name', (fullName) => {
  expect(named(fullName)).toBe('No name (vic)');
});

test('a label is a name without parentheses, then what tells who it is: own, bounded, and unlike any other', () => {
  fc.assert(
    fc.property(anyPeople, (drawn) => {
      const labels = labelsOf(new Map(drawn));
      for (const [id, known] of drawn) {
        const label = labels.get(id);
        const [, name = '', own = ''] =
          /^([^()]+) \(([^()]+)\)$/.exec(label ? labelInWords(label) : '') ?? [];
        const { status, handle } = known ?? {};
        expect([...(status ? [`${id}, ${status}`] : [id, handle])]).toContain(own);
        expect(name.length).toBeLessThanOrEqual(40);
        expect(clean(name).trim()).toBe(name);
        expect(name).not.toMatch(/[\p{C}\p{S}\p{Ps}\p{Pe}\p{Me}]|(?![·'’.…-])\p{P}/u);
      }
      const tags = [...labels.values()].map(({ tag }) =>
        tag.toLowerCase().replace(/[.]/g, '').replaceAll('0', 'o'),
      );
      expect(new Set(tags).size).toBe(tags.length);
    }),
  );
});
