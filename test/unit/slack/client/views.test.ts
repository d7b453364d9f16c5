import { expect, test } from 'vitest';
import { chart, note, person } from '../../../../src/answer/answer.ts';
import type { Profile } from '../../../../src/messaging/person-label.ts';
import { viewsOf } from '../../../../src/slack/client/views.ts';
import { slackThat } from './web-answer.ts';

const replyTo = { channel: 'C1', person: 'U1' };
const unknown = async () => undefined;

/** Whether a preview is shown in its modal, after how many calls, if Slack gives these responses in turn. */
async function shown(...errors: readonly (string | undefined)[]) {
  const left = [...errors];
  const { asked, call } = await slackThat(() => {
    const error = left.shift();
    return error === undefined ? { ok: true } : { ok: false, error };
  });
  const pauses: number[] = [];
  const timer = (ms: number, act: () => void) => {
    pauses.push(ms);
    act();
    return () => {};
  };
  const { previews } = viewsOf(call, '/cloud', timer, () => {}, unknown);
  const isShown = await previews.show({ external: 'v1' }, replyTo, [note('Assign alert policy')]);
  return { isShown, calls: asked.length, pauses };
}

test.each([
  ['a preview is shown in its modal', [undefined], { isShown: true, calls: 1, pauses: [] }],
  ['a preview can wait for its modal', ['not_found', undefined], { isShown: true, calls: 2, pauses: [250] }],
  [
    'a preview is given up if its modal was closed',
    ['not_found', 'not_found', 'not_found'],
    { isShown: false, calls: 3, pauses: [250, 750] },
  ],
  ['a preview that Slack refuses is given up', ['invalid_blocks'], { isShown: false, calls: 1, pauses: [] }],
])('%s', async (_, errors, expected) => {
  expect(await shown(...errors)).toEqual(expected);
});

type Show = (all: ReturnType<typeof viewsOf>) => Promise<unknown>;
const fill: Show = ({ views }) =>
  views.fill({ id: 'V1' }, { operation: 'alert.list', title: 'List', replyTo, notes: [], fields: [] });
const cost = chart({ title: 'Cost', labels: ['Oct'], series: [{ name: 'Total', values: [7] }], unit: '$' });
const publish: Show = ({ homeTabs }) => homeTabs.publish('U1', [cost]);

test.each<[string, string, Show, number, readonly string[]]>([
  ['a form that was closed is dropped', 'not_found', fill, 1, ['view dropped']],
  ['a form that somebody changed is dropped', 'hash_conflict', fill, 1, ['view dropped']],
  ['a Home tab that is disabled is skipped', 'not_enabled', publish, 1, ['home not published']],
  ['a Home tab whose charts Slack refuses is rendered plainly', 'invalid_arguments', publish, 2, []],
])('%s', async (_, error, show, calls, lines) => {
  const answers: object[] = [{ ok: false, error }];
  const { asked, call } = await slackThat(() => answers.shift() ?? { ok: true });
  const logged: string[] = [];
  await show(
    viewsOf(
      call,
      '/cloud',
      () => () => {},
      (event) => logged.push(event),
      unknown,
    ),
  );
  expect([asked.length, logged]).toEqual([calls, lines]);
});

const asked = [note(person('U0CORA'), ' asks')];
const alerts = [{ level: 'warning' as const, text: [person('U0VIC'), ' suggests less'] }];
const about = { change: 'c1', channel: 'C1', alerts };

test.each<[string, Show, readonly string[]]>([
  ['a preview', ({ previews }) => previews.show({ id: 'V1' }, replyTo, asked), ['Cora Lindqvist (cora)']],
  ['a Home tab', ({ homeTabs }) => homeTabs.publish('U1', asked), ['Cora Lindqvist (cora)']],
  [
    'a review and its alerts',
    ({ reviews }) => reviews.show({ id: 'V1' }, { ...about, name: '#1', shown: asked }),
    ['Cora Lindqvist (cora)', 'Cora Lindqvist (vic)'],
  ],
  [
    'the alerts of a suggestion',
    ({ reviews }) => reviews.weigh({ id: 'V1' }, { ...about, narrows: { operation: 'none', raw: {} } }),
    ['Cora Lindqvist (vic)'],
  ],
])('%s names people by their handles', async (_, show, names) => {
  const sent: string[] = [];
  const { call } = await slackThat((_, __, ___, view) => {
    sent.push(view);
    return { ok: true };
  });
  const profileOf = async (id: string): Promise<Profile> => ({
    fullName: 'Cora Lindqvist',
    handle: id === 'U0VIC' ? 'vic' : 'cora',
  });
  await show(
    viewsOf(
      call,
      '/cloud',
      () => () => {},
      () => {},
      profileOf,
    ),
  );
  for (const name of names) expect(sent.join()).toContain(name);
  expect(sent.join()).not.toMatch(/U0CORA|U0VIC/);
});
