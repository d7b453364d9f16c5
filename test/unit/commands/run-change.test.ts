import { expect, test } from 'vitest';
import { UserError } from '../../../src/answer/user-error.ts';
import { evaluateChange, stepsFrom } from '../../../src/changes/evaluate-change.ts';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import { runChange } from '../../../src/commands/run-change.ts';
import type { Plan } from '../../../src/operation/operation.ts';
import type { DecisionMade } from '../../../src/queue/job.ts';
import { changeOf } from '../changes.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';
import { memory } from '../memory.ts';

const cloud = await cloudOfFile();
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const job: DecisionMade = {
  id: 'j1',
  team: 'T0',
  replyTo,
  kind: 'decision',
  decision: 'confirm',
  on: 'a1',
};

const parsed = parseCommand('alert create one disk=80 to=ops@example.com');
if (parsed.kind !== 'prepared') throw new Error('It is a command');
const { prepared } = parsed;

/** Confirms a change of one step, which ends like this. */
async function run(made: Plan['run']) {
  const world = memory({ service: connected(cloud) });
  const evaluation = await evaluateChange([prepared], replyTo, world.deps);
  const [step] = evaluation.steps;
  const ending = { ...evaluation, steps: [{ ...step, plan: { ...step.plan, run: made } }] } as const;
  const result = await runChange(changeOf({ steps: stepsFrom(evaluation) }), ending, job, world.deps);
  return {
    kinds: result.deliveries.map(({ kind }) => kind),
    log: [...world.recorded, ...(result.entries ?? [])].map(({ event, request }) => `${event} ${request}`),
  };
}

test.each<[string, Plan['run'], string[], string[]]>([
  [
    'what is done is posted in place of its preview',
    async () => ({ answer: [], inverse: () => undefined }),
    ['remove', 'post'],
    ['started a1', 'applied a1'],
  ],
  [
    'so is what the cloud API goes on with, which is logged when it ends',
    async () => ({ jobRef: { id: '7' } }),
    ['remove', 'post'],
    ['started a1'],
  ],
  [
    'what failed is told its requester',
    () => Promise.reject(new UserError('It broke.', { changed: 'nothing' })),
    ['replace'],
    ['started a1', 'failed a1'],
  ],
  [
    'so is an unknown outcome',
    () => Promise.reject(new UserError('It broke.', { changed: 'unknown' })),
    ['replace'],
    ['started a1', 'unknown a1'],
  ],
])('%s', async (_, made, kinds, log) => {
  expect(await run(made)).toEqual({ kinds, log });
});
