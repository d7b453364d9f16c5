import { expect, test } from 'vitest';
import { note } from '../../../../src/answer/answer.ts';
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
