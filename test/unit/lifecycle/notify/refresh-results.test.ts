import { expect, test } from 'vitest';
import { type Answer, done } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { OfferedUndo, Step, StepEnd } from '../../../../src/change/model/step.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { refreshResults, showUndone } from '../../../../src/lifecycle/notify/refresh-results.ts';
import { settleOrLog } from '../../../../src/lifecycle/reconcile/settle.ts';
import { hashOf } from '../../../../src/lifecycle/views/draw-change.ts';
import { resultAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { sweep } from '../../../support/in-memory/sweeping.ts';
import { commandOf, stepOf } from '../../../support/made/changes.ts';
import { noon, posted, type RequestFacts, request } from '../../../support/made/requests.ts';

const minute = 60_000;
const undo: OfferedUndo = {
  ...commandOf('alert delete x'),
  subject: { kind: 'alert policy', id: 'x' },
  state: '',
  expires: noon + 30 * minute,
};
const doneWith = (more: Partial<OfferedUndo> = {}): Partial<Step> => ({
  outcome: { kind: 'done', answer: [done('Made')], job: 'j1', undo: { ...undo, ...more } },
});
const closed = { event: 'applied', person: 'U0ANA', job: 'j1' } as const;

/** A change that is done, with a message that shows its result. */
const shown = (facts: RequestFacts = {}, step = doneWith()): Change =>
  request(
    { status: 'done', closed, messages: [posted('result', '1')], staleAt: undo.expires, ...facts },
    step,
  );

/** The sweeper and the stored change. `amended` returns the texts of edited messages. */
function setUp(change: Change, amend?: () => Promise<boolean>) {
  const { kept, changes } = changesInMemory(change);
  const { deps, state, said, logged } = memory({ changes, ...(amend && { messenger: { amend } }) });
  state.now = noon;
  return {
    deps,
    state,
    logged,
    now: () => kept.get(change.id),
    amended: () => said.filter(({ kind }) => kind === 'amend').map(({ answer }) => words(answer)),
  };
}

test('the Undo button is removed when it expires, not before, and only once', async () => {
  const { deps, state, now, amended } = setUp(shown());
  state.now = undo.expires - 1;
  await sweep(deps);
  expect(amended()).toEqual([]);
  state.now += 1;
  await sweep(deps);
  expect(amended()).toEqual([expect.not.stringContaining('Undo')]);
  expect(now()?.staleAt).toBeUndefined();
  await sweep(deps);
  expect(amended()).toHaveLength(1);
});

test('the Undo of each of several steps is offered until its own expiry', async () => {
  const later = { expires: undo.expires + 10 * minute };
  const steps = [stepOf(doneWith()), stepOf(doneWith(later))] as const;
  const { deps, state, now, amended } = setUp(shown({ steps }));
  state.now = undo.expires;
  await sweep(deps);
  expect(amended()).toEqual([expect.stringContaining('Undo Done (1)')]);
  expect(now()?.staleAt).toBe(later.expires);
  state.now = later.expires;
  await sweep(deps);
  expect(amended()[1]).not.toContain('Undo');
  expect(now()?.staleAt).toBeUndefined();
});

test('while Slack is down each sweep tries again to remove the button, for a day', async () => {
  const { deps, state, now, logged } = setUp(shown(), () =>
    Promise.reject(new Unavailable('Slack didn’t respond.')),
  );
  state.now = undo.expires;
  await sweep(deps);
  expect(now()?.staleAt).toBe(undo.expires);
  expect(logged).toContainEqual(expect.stringContaining('sweep failed'));
  state.now += 24 * 60 * minute;
  await sweep(deps);
  expect(now()?.staleAt).toBeUndefined();
});

test('a result that changed before its message was stored is updated', async () => {
  const end: StepEnd = { phase: 'active', since: noon, endsAt: noon + 60 * minute };
  const drawnFrom = shown({ messages: [] }, { ...doneWith(), end });
  const moved = shown(
    { messages: [], due: ['requester'] },
    { ...doneWith(), end: { ...end, endsAt: noon + 120 * minute } },
  );
  const { deps, amended } = setUp(moved);
  const rendered = hashOf(resultAnswer(drawnFrom, noon));
  const by = { job: 'j1', done: ['requester'], posted: [posted('result', '1', { rendered })] } as const;
  await settleOrLog(moved.id, by, deps);
  expect(amended()).toEqual([expect.stringContaining('until 2026-11-20T14:00')]);
});

test('an Undo that is released after the others expired is removed at its own expiry', async () => {
  const undoneBy = { person: 'U0BEN', job: 'j-undo' };
  const steps = [
    stepOf(doneWith()),
    stepOf({ ...doneWith({ expires: undo.expires + 10 * minute }), undoneBy }),
  ] as const;
  const { deps, state, now } = setUp(shown({ steps }));
  state.now = undo.expires;
  await sweep(deps);
  expect(now()?.staleAt).toBeUndefined();
  const undoes = { id: 'a1.2', subject: undo.subject, usedBy: 'j-undo' };
  await showUndone(request({ id: 'u1', number: 2, status: 'rejected' }, { undoes }), deps);
  expect(now()?.staleAt).toBe(undo.expires + 10 * minute);
});

test('a result shows the last state, even if a slow edit of an earlier one lands after it', async () => {
  const { kept, changes } = changesInMemory(shown());
  const texts: string[] = [];
  const end: StepEnd = { phase: 'ended', since: noon };
  const amend = async (_: unknown, answer: Answer): Promise<boolean> => {
    // It ends while this edit is on its way.
    kept.set('a1', shown({}, { ...doneWith(), end }));
    texts.push(words(answer));
    return true;
  };
  await refreshResults(shown(), memory({ changes, messenger: { amend }, clock: () => noon }).deps);
  expect(texts).toEqual([expect.not.stringContaining('Ended'), expect.stringContaining('Ended')]);
});
