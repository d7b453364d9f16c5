import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Answer,
  context,
  facts,
  note,
  type Part,
  person,
  push,
  pushTo,
  table,
} from '../../../src/answer/answer.ts';
import { namePeople } from '../../../src/messaging/name-people.ts';
import { labelInWords, labelsOf, type Profile } from '../../../src/messaging/person-label.ts';
import { draw } from '../../../src/slack/render/draw.ts';
import { saidIn } from '../../support/shown.ts';
import { anyPeople } from './any-people.ts';

const ana = person('U0ANA');
const cora = person('U0CORA');
const vic = person('U0VIC');

const profiles: Readonly<Record<string, Profile>> = {
  U0ANA: { fullName: 'Ana & Co', handle: 'ana_f' },
  U0CORA: { fullName: 'Cora Lindqvist', handle: 'cora' },
  U0VIC: { fullName: 'Cora Lindqvist (cora)', handle: 'vic' },
};

/** A message as Slack gets it. Nobody else is known, and Gus can't be looked up. */
const said = async (answer: Answer, notified?: readonly string[]) => {
  const profileOf = async (id: string) => {
    if (id === 'U0GUS') throw new Error('Slack is away');
    return profiles[id];
  };
  const { text, blocks } = draw(await namePeople(answer, profileOf, notified), '/cloud');
  return { text, blocks: JSON.stringify(blocks) };
};

test.each<[string, (...text: Parameters<typeof note>) => Part]>([
  ['rich text', note],
  ['small print', context],
  ['facts', (...text) => facts({ Owners: text })],
])('in %s and in its push notification people are named, and told apart', async (_, part) => {
  const { text, blocks } = await said([part(ana, ' asks ', cora, ' and ', vic)]);
  expect(text).toContain('Ana Co (ana_f) asks Cora Lindqvist (cora) and Cora Lindqvist cora (vic)');
  expect(blocks).toContain('Cora Lindqvist (cora)');
  expect(blocks).toContain('Cora Lindqvist cora (vic)');
  expect(text + blocks).not.toContain('U0');
});

test('a handle with an underscore leaves small print as small print', async () => {
  expect((await said([context(ana, ' · ', cora)])).blocks).toContain(
    '{"type":"mrkdwn","text":"Ana Co (ana_f) · Cora Lindqvist (cora)","verbatim":true}',
  );
});

test('who is notified is mentioned, with the tag behind it: a mention shows a name that people choose', async () => {
  const answer = [pushTo(['U0VIC'], undefined, ana, ' asks ', vic), context(vic), note(vic, ' decides')];
  const { text, blocks } = await said(answer, ['U0VIC']);
  expect(text).toBe('Ana Co (ana_f) asks <@U0VIC> (vic)');
  expect(blocks).toContain('"text":"<@U0VIC> (vic)"');
  expect(blocks).toContain('{"type":"user","user_id":"U0VIC"},{"type":"text","text":" (vic)"}');
});

test('who is notified has the id as the tag if somebody else in the message looks alike', async () => {
  const twins = async (): Promise<Profile> => ({ fullName: 'Cora Lindqvist', handle: 'cora' });
  const named = await namePeople([note(cora, ' asks ', vic)], twins, ['U0VIC']);
  expect(draw(named, '/cloud').text).toBe('Cora Lindqvist (U0CORA) asks <@U0VIC> (U0VIC)');
});

test('who can’t be looked up stays a mention, with the id', async () => {
  const { text, blocks } = await said([context(person('U0GUS'), ' and ', cora)]);
  expect(text).toBe('<@U0GUS> (U0GUS) and Cora Lindqvist (cora)');
  expect(blocks).toContain('<@U0GUS> (U0GUS) and Cora Lindqvist (cora)');
});

test('a cell of a table has one person, mentioned or named', async () => {
  const rows = [[cora], [person('U0GUS')], [person('U0GHOST')]];
  const { blocks } = await said([table({ caption: 'Who', columns: [{ name: 'Who' }], rows })]);
  expect(blocks).toContain('[{"type":"text","text":"Cora Lindqvist (cora)"}]');
  expect(blocks).toContain('[{"type":"user","user_id":"U0GUS"},{"type":"text","text":" (U0GUS)"}]');
  expect(blocks).toContain('[{"type":"text","text":"Unknown person (U0GHOST)"}]');
});

test('words and ids that look like a mention mention nobody, and are not looked up', async () => {
  const answer = [note('<@U0VIC> '), note(person('<!channel>')), push(undefined, 'x', person('ana'))];
  expect(await said(answer)).toEqual(await said(answer, ['U0VIC']));
  expect((await said(answer)).text).toBe('xana');
});

test('however people are called, a message shows each by a label of their own, in text and blocks alike', async () => {
  await fc.assert(
    fc.asyncProperty(anyPeople, async (people) => {
      const known = new Map(people);
      const answer = people.flatMap(([id]) => [note('by ', person(id)), context('by ', person(id))]);
      const named = await namePeople(answer, async (id) => known.get(id));
      const labels = [...labelsOf(known).values()].map((label) => `by ${labelInWords(label)}`);
      const said = saidIn(draw(named, '/cloud')).filter((line) => line !== '');
      expect(said).toEqual(labels.flatMap((label) => [label, label]));
      expect(new Set(labels).size).toBe(people.length);
    }),
  );
});
