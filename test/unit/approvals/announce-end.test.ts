import { expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { announceEnd } from '../../../src/approvals/announce-end.ts';
import type { Status } from '../../../src/change/model/change.ts';
import { withUndo } from '../../../src/undo/undo-button.ts';
import { changesInMemory, memory, words } from '../memory.ts';
import { request } from './requests.ts';

const undoes = { id: 'a0', subject: { kind: 'alert policy', id: 'x' }, usedBy: 'j1' } as const;
const message = { channel: 'C1', ts: '1' };

test.each<[string, Status, boolean, string]>([
  ['An Undo that was approved and applied says who used it', 'done', false, 'Undone by U0ANA'],
  ['An Undo whose request was rejected is offered again', 'rejected', true, 'Undo until'],
  ['so is one whose request expired', 'expired', true, 'Undo until'],
])('%s', async (_, status, isGivenBack, says) => {
  const undoneBy = { person: 'U0ANA', job: 'j1' };
  const { kept, changes } = changesInMemory(request({ id: 'a0', status: 'done' }, { undoneBy }));
  const { deps, said, state } = memory({ changes });
  const expires = state.now + 1;
  const shown = { undo: 'a0', expires, message, answer: withUndo([done('Created')], 'a0', expires) };
  const shownUndos = { ...deps.shownUndos, shown: async () => [shown] };
  const outcome = status === 'done' ? { kind: status, answer: [], job: 'j2' } : undefined;
  const ended = request({ status, due: ['undo'] }, { undoes, outcome });
  expect(await announceEnd(ended, [], { ...deps, shownUndos })).toEqual([]);
  expect(kept.get('a0')?.steps[0].undoneBy).toEqual(isGivenBack ? undefined : undoneBy);
  expect(said.map(({ kind }) => kind)).toEqual(['amend']);
  expect(words(said)).toContain(says);
});
