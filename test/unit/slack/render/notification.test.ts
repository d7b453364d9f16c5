import { expect, test } from 'vitest';
import {
  type Answer,
  done,
  failed,
  heading,
  note,
  person,
  preformatted,
  push,
  time,
} from '../../../../src/answer/answer.ts';
import { notification } from '../../../../src/slack/render/notification.ts';
import { allSamples } from '../../../support/made/sample-messages.ts';
import { onPhone, wrongOnPhone } from '../../../support/push.ts';

const noon = time(new Date(Date.UTC(2026, 10, 20, 12)));
const long = 'x'.repeat(200);
const labeled = { person: 'U0VIC', name: 'Vic Tanaka', tag: 'vic' };

test.each<[string, Answer, string]>([
  ['the first line of an answer', [note('One.'), note('Two.')], 'One.'],
  ['the first line after the sign of its tone', [failed('No.'), note('Two.')], '❌ No.'],
  ['the line below a heading, too', [heading('Servers'), note('Two.'), note('Three.')], 'Servers: Two.'],
  [
    'the push text that an answer has, in place of its first line',
    [note('One.'), push('done', 'Made')],
    '✅ Made',
  ],
  ['nothing that is for copying', [preformatted('secret'), note('Two.')], 'Two.'],
  ['something even for an empty answer', [], 'Skydesk'],
  ['a time in the zone of its reader', [note('Until ', noon)], 'Until Nov 20, 18:00'],
  ['the people that it is about', [done(person('U0ANA'), ' did it')], '✅ @somebody did it'],
  ['as much of a long line as fits', [note(person('U0ANA'), long)], `@somebody${'x'.repeat(89)}…`],
  [
    'people and what is wanted, even if a title between them is long',
    [push(undefined, person('U0ANA'), ' asks ', labeled, ': ', long, ' · needs 2 approvals')],
    `@somebody asks Vic Tanaka (vic): ${'x'.repeat(41)}… · needs 2 approvals`,
  ],
  [
    'no mention if there are too many people',
    [note(...Array.from({ length: 12 }, () => labeled), person('U0ANA'), ' said', long)],
    `${'Vic Tanaka (vic)'.repeat(6)}Vic Tanaka (v…`,
  ],
])('a push notification has %s', (_, answer, says) => {
  expect(onPhone(notification(answer, '/cloud'))).toBe(says);
});

test('every message that can be sent has a push notification that fits a lock screen', () => {
  const messages = allSamples.flatMap(({ name, as, rendered }) =>
    as === 'message' && 'text' in rendered ? [[name, wrongOnPhone(String(rendered.text))] as const] : [],
  );
  expect(messages.length).toBeGreaterThan(30);
  expect(messages.filter(([, wrong]) => wrong.length > 0)).toEqual([]);
});
