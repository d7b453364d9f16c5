import { expect, test } from 'vitest';
import { done } from '../../../../src/answer/answer.ts';
import type { Status } from '../../../../src/change/model/change.ts';
import type { OfferedUndo, StepOutcome } from '../../../../src/change/model/step.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import type { WorkerDependencies } from '../../../../src/jobs/process-job.ts';
import { settle } from '../../../../src/lifecycle/reconcile/settle.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { commandOf } from '../../../support/made/changes.ts';
import { posted, type RequestFacts, request } from '../../../support/made/requests.ts';
import { settled } from '../../../support/made/settled.ts';

const subject = { kind: 'alert policy', id: 'x' } as const;
const undoes = { id: 'a0', subject, usedBy: 'j1' };
const undo: OfferedUndo = {
  ...commandOf('alert delete x'),
  subject,
  state: '',
  expires: Date.UTC(2100, 0),
};
const outcome: StepOutcome = { kind: 'done', answer: [done('Created')], job: 'j0', undo };

test.each<[string, Status, boolean, string]>([
  ['An Undo that was approved and applied says who used it', 'done', false, 'Undone by U0ANA'],
  ['An Undo whose outcome is unknown says so', 'unknown', false, 'Outcome of its Undo unknown'],
  ['An Undo whose request was rejected is offered again', 'rejected', true, 'Undo until'],
  ['An Undo whose request expired is offered again', 'expired', true, 'Undo until'],
  ['An Undo that waits for approval names its request', 'open', false, 'Undo requested: #12'],
])('%s', async (_, status, isGivenBack, says) => {
  const undoneBy = { person: 'U0ANA', job: 'j1' };
  const messages = [posted('result', '1')];
  const undone = request({ id: 'a0', status: 'done', messages }, { outcome, undoneBy });
  const made =
    status === 'done' || status === 'unknown' ? { kind: status, answer: [], job: 'j2' } : undefined;
  const ended = request(
    { number: 12, status, due: ['undo'], messages: [posted('card', '1.1')] },
    { undoes, outcome: made },
  );
  const { kept, changes } = changesInMemory(undone, ended);
  const { deps, said } = memory({ changes, clock: () => ended.since + 120_000 });
  await settle(ended.id, deps);
  expect(kept.get(ended.id)?.due).toBeUndefined();
  expect(kept.get('a0')?.steps[0].undoneBy === undefined).toBe(isGivenBack);
  expect(said.map(({ kind }) => kind)).toEqual(['amend']);
  expect(words(said)).toContain(says);
  expect(words(said)).toContain('Created');
});

const hour = 3_600_000;

test.each<[string, boolean, Error, number]>([
  ['Slack refuses for good', false, new SlackRejection('channel_not_found'), 0],
  ['Slack refuses until an administrator helps', true, new SlackRejection('missing_scope'), 0],
  ['Slack does not answer', true, new Unavailable('Slack didn’t respond.'), 0],
  ['something unknown breaks', true, new TypeError('x is not a function'), 23 * hour],
  ['something unknown breaks for a day', false, new TypeError('x is not a function'), 24 * hour],
])('if %s, the end of a request is reported again: %s', async (_, isLeft, error, since) => {
  const now = Date.UTC(2026, 10, 21);
  const ended = request({ status: 'rejected', due: ['requester', 'channel'], messages: [] });
  const { kept, changes } = changesInMemory({
    ...ended,
    closed: { event: 'rejected', person: 'U0BEN', job: 'j1' },
    since: now - since,
    replyTo: { channel: 'C1', person: ended.requester },
  });
  const refused = () => Promise.reject(error);
  const { deps } = memory({ changes, messenger: { send: refused, post: refused }, clock: () => now });
  await settled(kept.get(ended.id) ?? ended, deps);
  expect(kept.get(ended.id)?.due).toEqual(isLeft ? ['requester', 'channel'] : undefined);
});

/** The card of a request that has ended is edited; resolves to the change before and after that. */
async function cardOf(edit: WorkerDependencies['messenger']['edit'], facts: RequestFacts = {}) {
  const ended = request({ status: 'expired', due: ['card'], messages: [posted('card', '1')], ...facts });
  const { kept, changes } = changesInMemory(ended);
  const before = kept.get(ended.id);
  const { deps } = memory({ changes, messenger: { edit }, clock: () => ended.since + 9 * hour });
  await settle(ended.id, deps);
  return { before, after: kept.get(ended.id) };
}

test('a card that Slack refuses is counted, so that it is tried less and less often', async () => {
  const refused = async () => undefined;
  const { after } = await cardOf(refused);
  expect(after).toMatchObject({ due: ['card'], cardRefusals: 1 });
  expect((await cardOf(refused, { cardRefusals: 4 })).after?.cardRefusals).toBe(5);
  const missing = () => Promise.reject(new SlackRejection('missing_scope'));
  expect((await cardOf(missing)).after).toMatchObject({ due: ['card'], cardRefusals: 1 });
});

test('a card that Slack takes again is no longer due, and its refusals are forgotten', async () => {
  const { after } = await cardOf(async (message) => message, { cardRefusals: 4 });
  expect([after?.due, after?.cardRefusals]).toEqual([undefined, undefined]);
});

test('nothing is written if what is left to do is the same as before', async () => {
  const { before, after } = await cardOf(() => Promise.reject(new Unavailable('Slack didn’t respond.')));
  expect(after).toBe(before);
});
