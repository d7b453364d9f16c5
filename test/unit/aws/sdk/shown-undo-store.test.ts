import { expect, test } from 'vitest';
import { done } from '../../../../src/answer/answer.ts';
import { shownUndosIn } from '../../../../src/aws/sdk/shown-undo-store.ts';
import type { ShownUndo } from '../../../../src/change/model/shown-undo.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();
const undos = () => shownUndosIn(ownTable(local.aws));

test('the messages that show an Undo are kept until they are hidden, by Undo and all together', async () => {
  const shown = (undo: string, ts: string): ShownUndo => ({
    undo,
    expires: Date.UTC(2026, 10, 20, 12),
    message: { channel: 'C1', ts },
    answer: [done('Made')],
  });
  const [first, second, third] = [shown('u1', '1'), shown('u1', '2'), shown('u2', '1')];
  for (const each of [first, second, third, first]) await undos().show(each);
  expect(await undos().shown('u1')).toEqual([first, second]);
  await undos().hide(first);
  await undos().hide(first);
  expect(await undos().shown()).toEqual([second, third]);
});
