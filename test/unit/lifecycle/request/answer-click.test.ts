import { expect, test } from 'vitest';
import type { Step } from '../../../../src/change/model/step.ts';
import { recoverClick } from '../../../../src/lifecycle/request/answer-click.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { decisionOf } from '../../../support/made/clicks.ts';
import { noon, request } from '../../../support/made/requests.ts';

/* A click whose worker died is recovered, depending on what its worker did with the step that it had claimed. */

const click = decisionOf();
const claimed = { at: noon, job: click.id, run: 'r1' };
const accepted = { jobRef: { kind: 'operation', id: '1', account: 'ACME' }, at: noon } as const;

async function recovered(step: Partial<Step>, isStarted: boolean) {
  const change = request({ job: click.id, approvers: 0, status: 'running' }, step);
  const { deps } = memory({
    changes: changesInMemory(change).changes,
    auditLog: { causedBy: async () => (isStarted ? ['U0ANA'] : []) },
  });
  return recoverClick(click, deps);
}

test.each<[string, Partial<Step>, boolean]>([
  ['claimed no step', {}, true],
  ['claimed a step that another job runs', { claimed: { ...claimed, job: 'a1:run' } }, true],
  ['did not start its step', { claimed }, false],
])('a click that %s is processed from the start', async (_, step, isStarted) => {
  expect(await recovered(step, isStarted)).toBeUndefined();
});

test('a click whose step may have been sent says so where it was requested, and mentions its requester', async () => {
  const result = await recovered({ claimed }, true);
  const mention = expect.objectContaining({ kind: 'push', to: ['U0ANA'] });
  expect(result?.deliveries).toMatchObject([
    { kind: 'remove' },
    { kind: 'post', answer: expect.arrayContaining([mention]) },
  ]);
  expect(words(result)).toContain('Not known if deleted: a rule');
  expect(result?.entries?.map(({ event }) => event)).toEqual(['unknown']);
});

test('a click whose step the cloud API has accepted is polled, and its preview is deleted', async () => {
  const result = await recovered({ claimed: { ...claimed, accepted } }, true);
  expect(result?.deliveries).toMatchObject([{ kind: 'remove' }, { kind: 'track', followUp: { index: 0 } }]);
});
