import { expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { announceEnd } from '../../../src/approvals/announce-end.ts';
import type { Status } from '../../../src/change/model/change.ts';
import { withUndo } from '../../../src/undo/undo-button.ts';
import { memory, words } from '../memory.ts';
import { request } from './requests.ts';

const undoes = { id: 'a0', subject: { kind: 'alert policy', id: 'x' }, usedBy: 'j1' } as const;
const message = { channel: 'C1', ts: '1' };

test.each<[string, Status, string[], string]>([
  ['An Undo that was approved and applied says who used it', 'done', [], 'Undone by U0ANA'],
  ['An Undo whose request was rejected is offered again', 'rejected', ['a0 j1'], 'Undo until'],
  ['so is one whose request expired', 'expired', ['a0 j1'], 'Undo until'],
])('%s', async (_, status, given, says) => {
  const { deps, said, state } = memory();
  const expires = state.now + 1;
  const shown = { undo: 'a0', expires, message, answer: withUndo([done('Created')], 'a0', expires) };
  const givenBack: string[] = [];
  const undoStore = {
    ...deps.undoStore,
    shown: async () => [shown],
    giveBack: async (id: string, job: string) => void givenBack.push(`${id} ${job}`),
  };
  const outcome = status === 'done' ? { kind: status, answer: [], job: 'j2' } : undefined;
  const ended = request({ status, due: ['undo'] }, { undoes, outcome });
  const left = await announceEnd(ended, [], { ...deps, undoStore });
  expect([left, givenBack]).toEqual([[], given]);
  expect(said.map(({ kind }) => kind)).toEqual(['amend']);
  expect(words(said)).toContain(says);
});
