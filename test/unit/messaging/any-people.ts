import fc from 'fast-check';
import type { Profile } from '../../../src/messaging/person-label.ts';

/** Names and handles of few people, so that many are equal, alike or in each other. */
const word = fc.constantFrom(
  'cora',
  'c0ra',
  'vic',
  'Cora Lindqvist',
  'U0VIC',
  'u0vic',
  'сora',
  'co.ra',
  'COra',
);
const fullName = fc
  .array(
    fc.oneof(
      word,
      word.map((inside) => `(${inside})`),
      fc.constantFrom(
        ' ',
        '（',
        '）',
        '⒞',
        ')',
        '\u202e',
        '\u200f',
        '\u3164',
        ' · ',
        'ש',
        '\u0301',
        '…',
        'x'.repeat(50),
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const profile: fc.Arbitrary<Profile | undefined> = fc.option(
  fc.record({
    fullName,
    handle: fc.option(fc.oneof(word, fullName), { nil: undefined }),
    status: fc.option(fc.constantFrom('bot', 'deactivated', 'of another workspace'), { nil: undefined }),
  }),
  { nil: undefined },
);
/** Some people by their ids, with what Slack says about them. */
export const anyPeople = fc.uniqueArray(
  fc.tuple(fc.constantFrom<string[]>('U0CORA', 'U0VIC', 'W0CORA', 'U0ANA'), profile),
  {
    selector: ([id]) => id,
    minLength: 1,
  },
);
