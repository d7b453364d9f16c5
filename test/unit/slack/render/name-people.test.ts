import { expect, test } from 'vitest';
import { type Answer, context, note, person, push } from '../../../../src/answer/answer.ts';
import { draw } from '../../../../src/slack/render/draw.ts';
import { mentionedIn, namePeople } from '../../../../src/slack/render/name-people.ts';

const ana = person('U0ANA');
const ben = person('U0BEN');

/** A message as Slack gets it, if this is Ana's name. */
const namedBy = (answer: Answer, name: string | undefined) =>
  namePeople(draw(answer, '/cloud'), (id) => (id === 'U0ANA' ? name : undefined));

test('in push notifications, small print and rich text a name replaces its mention; others stay', () => {
  const { text, blocks } = namedBy(
    [push('neutral', ana, ' asks ', ben), context(ana, ' · ', ben), note(ana, ' said _this_')],
    'Ana & Co',
  );
  expect(text).toBe('Ana &amp; Co asks <@U0BEN>');
  expect(JSON.stringify(blocks)).toContain('"text":"Ana &amp; Co · <@U0BEN>"');
  expect(JSON.stringify(blocks)).toContain('{"type":"text","text":"Ana & Co"}');
  expect(JSON.stringify(blocks)).not.toContain('U0ANA');
});

test.each<[string, string | undefined]>([
  ['is not known', undefined],
  ['is empty', ' '],
  ['reads as formatting', '*Ana*'],
  ['reads as an emoji', 'Ana :eyes:'],
])('a person is still mentioned if their name %s', (_, name) => {
  const answer = [context(ana, ' · ', ben)];
  expect(namedBy(answer, name)).toEqual(draw(answer, '/cloud'));
});

test('a name is one line, and mentions nobody', () => {
  expect(namedBy([note(ana)], 'Ana\n<!channel>').text).toBe('Ana &lt;!channel&gt;');
});

test('words that look like a mention mention nobody', () => {
  expect(
    [...mentionedIn(draw([note('<@U0VIC> ', ana), context('<@U0VIC> ', ben)], '/cloud'))].sort(),
  ).toEqual(['U0ANA', 'U0BEN']);
});
