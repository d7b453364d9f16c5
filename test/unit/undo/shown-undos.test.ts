import { expect, test } from 'vitest';
import { bold, done } from '../../../src/answer/answer.ts';
import type { ShownUndo } from '../../../src/change/model/shown-undo.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import type { Message } from '../../../src/messaging/messaging.ts';
import {
  offeredFor,
  rememberUndos,
  removeExpiredUndos,
  removeUsedUndo,
  showUndoAgain,
  showUndoRequested,
} from '../../../src/undo/shown-undos.ts';
import { withUndo } from '../../../src/undo/undo-button.ts';
import { request } from '../approvals/requests.ts';
import { commandOf } from '../changes.ts';
import { memory, words } from '../memory.ts';

const answer = withUndo([done('Made')], 'a1', 0);
const at = (ts: string): Message => ({ channel: 'C1', ts });

/** A worker whose Undos are in memory; `edited` is what its messages say after an edit, by their timestamps. */
function setUp(amend?: () => Promise<void>) {
  const kept: ShownUndo[] = [];
  const edited = new Map<string, string>();
  const { deps, state, logged } = memory();
  return {
    kept,
    edited,
    state,
    logged,
    deps: {
      ...deps,
      messenger: {
        ...deps.messenger,
        amend:
          amend ??
          (async ({ ts }: Message, shown: unknown) => {
            edited.set(ts, words(shown));
          }),
      },
      shownUndos: {
        show: async (shown: ShownUndo) => void kept.push(shown),
        shown: async (id?: string) => kept.filter(({ undo }) => id === undefined || undo === id),
        hide: async (shown: ShownUndo) => void kept.splice(kept.indexOf(shown), 1),
      },
    },
  };
}

test('the button goes when its time is over, not before, and is looked at once', async () => {
  const { deps, state, kept, edited } = setUp();
  await rememberUndos(answer, at('1'), deps);
  state.now += offeredFor - 1;
  await removeExpiredUndos(deps);
  expect(edited.size).toBe(0);
  state.now += 1;
  await removeExpiredUndos(deps);
  expect([...edited]).toEqual([['1', expect.not.stringContaining('Undo')]]);
  expect(kept).toEqual([]);
});

test('an Undo that was used goes from all messages that show it, and from no other', async () => {
  const { deps, kept, edited } = setUp();
  await rememberUndos(answer, at('1'), deps);
  await rememberUndos(answer, at('2'), deps);
  await rememberUndos(withUndo([done('Made')], 'a2', 0), at('3'), deps);
  await removeUsedUndo('a1', 'U0BEN', deps);
  expect([...edited.keys()]).toEqual(['1', '2']);
  expect(edited.get('1')).toContain('Undone by U0BEN');
  expect(kept.map(({ undo }) => undo)).toEqual(['a2']);
});

test('an Undo that needs approval shows its request, and is offered again if that comes to nothing', async () => {
  const { deps, state, edited } = setUp();
  await rememberUndos(answer, at('1'), deps);
  await showUndoRequested('a1', bold('#12'), deps);
  expect(edited.get('1')).toMatch(/Made.*Undo requested: #12$/);
  await showUndoAgain('a1', deps);
  expect(edited.get('1')).toContain('Undo until');
  state.now += offeredFor;
  edited.clear();
  await showUndoAgain('a1', deps);
  expect(edited.size).toBe(0);
});

test('a message that shows the request of an Undo does so also when the time of the Undo is over', async () => {
  const { deps, state, kept, edited } = setUp();
  await rememberUndos(answer, at('1'), deps);
  state.now += offeredFor;
  const undo = {
    ...commandOf('alert delete 1'),
    subject: { kind: 'alert policy', id: '1' },
    state: '',
    expires: 0,
  };
  const used = request(
    { status: 'done' },
    { outcome: { kind: 'done', answer: [], job: 'j1', undo }, undoneBy: { person: 'U0ANA', job: 'j2' } },
  );
  await removeExpiredUndos({ ...deps, changes: { ...deps.changes, get: async () => used } });
  expect([edited.size, kept]).toEqual([0, []]);
});

test('a message without an Undo is not remembered', async () => {
  const { deps, kept } = setUp();
  await rememberUndos([done('Made')], at('1'), deps);
  expect(kept).toEqual([]);
});

test('while Slack is away nothing fails, and what was not tried is tried later', async () => {
  const { deps, state, kept, logged } = setUp(() =>
    Promise.reject(new Unavailable('Slack did not answer.', 0)),
  );
  await rememberUndos(answer, at('1'), deps);
  await rememberUndos(answer, at('2'), deps);
  state.now += offeredFor;
  await removeExpiredUndos(deps);
  expect(kept.map(({ message }) => message.ts)).toEqual(['2']);
  expect(logged.join()).toContain('undo buttons not updated');
});

test('a table that is away costs a button, not the answer', async () => {
  const { deps, logged } = setUp();
  const away = () => Promise.reject(new Error('the table is away'));
  await rememberUndos(answer, at('1'), { ...deps, shownUndos: { ...deps.shownUndos, show: away } });
  await removeExpiredUndos({ ...deps, shownUndos: { ...deps.shownUndos, shown: away } });
  expect(logged).toHaveLength(2);
});
