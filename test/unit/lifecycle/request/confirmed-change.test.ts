import { expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/answer/user-error.ts';
import { stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import type { ResolvedCommand } from '../../../../src/operation/operation.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { runAsConfirmed } from '../../../support/in-memory/run-confirmed.ts';
import { decisionOf } from '../../../support/made/clicks.ts';
import { previewOf } from '../../../support/made/requests.ts';
import { evaluated } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
const job = decisionOf();

/** Confirms a change of one step, which runs like this. */
async function run(made: ResolvedCommand['run'], isLogAway = false) {
  const { changes, kept } = changesInMemory();
  const append = () => Promise.reject(new Error('The table is away'));
  const world = memory({ service: connected(cloud), changes, ...(isLogAway && { auditLog: { append } }) });
  const evaluation = await evaluated('alert create one disk=80 to=ops@example.com', world.deps);
  const [step] = evaluation.steps;
  const ending = { ...evaluation, steps: [{ ...step, resolved: { ...step.resolved, run: made } }] } as const;
  const change = previewOf({ steps: stepsFrom(evaluation), expires: world.deps.clock() });
  const result = await runAsConfirmed(change, job.id, ending, world.deps);
  return {
    status: kept.get('a1')?.status,
    kinds: result.deliveries.map(({ kind }) => kind),
    text: words(result.deliveries),
    log: [...world.recorded, ...(result.entries ?? [])].map(({ event, request }) => `${event} ${request}`),
  };
}

test.each<[string, ResolvedCommand['run'], string, string[], string[]]>([
  [
    'a change that is done is posted in place of its preview',
    async () => ({ answer: [], inverse: () => undefined }),
    'done',
    ['remove', 'post'],
    ['started a1', 'applied a1'],
  ],
  [
    'a change that the cloud API goes on with is posted, and logged when it ends',
    async () => ({ jobRef: { id: '7' } }),
    'running',
    ['remove', 'track'],
    ['started a1'],
  ],
  [
    'a failure is shown to its requester alone',
    () => Promise.reject(new UserError('It broke.', { changed: 'nothing' })),
    'failed',
    ['replace'],
    ['started a1', 'failed a1'],
  ],
  [
    'an unknown outcome is posted where it was asked for',
    () => Promise.reject(new UserError('It broke.', { changed: 'unknown' })),
    'unknown',
    ['remove', 'post'],
    ['started a1', 'unknown a1'],
  ],
])('%s', async (_, made, status, kinds, log) => {
  expect(await run(made)).toMatchObject({ status, kinds, log });
});

test('a change that can’t be logged fails, and its requester reads why', async () => {
  const sent = vi.fn(async () => ({ answer: [], inverse: () => undefined }));
  const { status, kinds, text } = await run(sent, true);
  expect([status, kinds, sent.mock.calls]).toEqual(['failed', ['replace'], []]);
  expect(text).toContain('the audit log is unavailable');
});
