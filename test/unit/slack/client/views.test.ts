import { expect, test } from 'vitest';
import { chart, note } from '../../../../src/answer/answer.ts';
import { viewsOf } from '../../../../src/slack/client/views.ts';
import { slackThat } from './web-answer.ts';

const replyTo = { channel: 'C1', person: 'U1' };

/** Whether a preview is shown in its modal, after how many calls, when Slack answers in this way, in turn. */
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
  const { previews } = viewsOf(call, '/cloud', timer, () => {});
  const isShown = await previews.show({ external: 'v1' }, replyTo, [note('Assign alert policy')]);
  return { isShown, calls: asked.length, pauses };
}

test.each([
  ['a preview is shown in its modal', [undefined], { isShown: true, calls: 1, pauses: [] }],
  ['also where Slack opens that later', ['not_found', undefined], { isShown: true, calls: 2, pauses: [250] }],
  [
    'it is given up where the modal was closed',
    ['not_found', 'not_found', 'not_found'],
    { isShown: false, calls: 3, pauses: [250, 750] },
  ],
  ['and at once where Slack does not take it', ['invalid_blocks'], { isShown: false, calls: 1, pauses: [] }],
])('%s', async (_, errors, expected) => {
  expect(await shown(...errors)).toEqual(expected);
});

type Show = (all: ReturnType<typeof viewsOf>) => Promise<unknown>;
const fill: Show = ({ views }) =>
  views.fill({ id: 'V1' }, { operation: 'alert.list', title: 'List', replyTo, notes: [], fields: [] });
const cost = chart({ title: 'Cost', labels: ['Oct'], series: [{ name: 'Total', values: [7] }], unit: '$' });
const publish: Show = ({ homeTabs }) => homeTabs.publish('U1', [cost]);

test.each<[string, string, Show, number, readonly string[]]>([
  ['a form that was closed meanwhile is dropped', 'not_found', fill, 1, ['view dropped']],
  ['so is one that somebody changed meanwhile', 'hash_conflict', fill, 1, ['view dropped']],
  ['a Home tab that is switched off is let go', 'not_enabled', publish, 1, ['home not published']],
  ['one whose charts Slack does not take is drawn plainly', 'invalid_arguments', publish, 2, []],
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
    ),
  );
  expect([asked.length, logged]).toEqual([calls, lines]);
});
