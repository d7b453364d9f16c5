import { expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { undoDigest } from '../../../src/change/model/digest.ts';
import { type Completion, stepsOf } from '../../../src/change/model/step.ts';
import { outcomeOf } from '../../../src/change/words/outcome-in-words.ts';
import { endOfUnknown } from '../../../src/changes/end-of-unknown.ts';
import { undoableOrLeased } from '../../../src/changes/start-lease.ts';
import type { InverseCommand } from '../../../src/operation/inverse.ts';
import { changeOf, commandOf } from '../changes.ts';
import { leaseOf, leaseStart } from '../leases.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';
import { leasesInMemory, memory, words } from '../memory.ts';

const cloud = await cloudOfFile();
const [step] = stepsOf(
  changeOf(
    { id: 'r1' },
    {
      operation: 'alert.create',
      raw: { name: 'Busy', disk: '95', to: 'ops@example.com' },
      ends: { after: 3_600_000 },
    },
  ),
);
const job = {
  id: 'j1',
  team: 'T0',
  replyTo: { channel: 'C0', person: 'U0ANA', responseUrl: 'https://hooks' },
};

function inverse(more: Partial<InverseCommand> = {}): InverseCommand {
  const [{ id = '' } = {}] = cloud.control.state().alertPolicies;
  return { ...commandOf(`alert delete ${id}`), subject: { kind: 'alert policy', id }, ...more };
}

/** The answer of a step that was done, with a lease or without. */
async function start(made: () => InverseCommand | undefined, put?: () => Promise<void>) {
  const { kept, leases } = leasesInMemory();
  const { deps } = memory({
    service: connected(cloud),
    clock: () => leaseStart,
    leases: { ...leases, ...(put && { put }) },
  });
  const { end, stays, note } = await undoableOrLeased(made, step, job, deps);
  const outcome = { kind: 'done', answer: [done('Created')], stays, job: 'j1' } as const;
  const answer = outcomeOf({ id: 'r1', steps: [{ ...step.step, outcome, end }] }, leaseStart);
  return { text: words(answer), note, lease: kept.get('r1'), answer };
}

test('a step with an end has a lease from when it was done, with what extends and ends it', async () => {
  const { lease, answer, note } = await start(() => inverse());
  expect(lease).toMatchObject({
    phase: 'active',
    startedAt: leaseStart,
    endsAt: leaseStart + 3_600_000,
    risk: 'changes',
    needs: 'confirmation',
  });
  expect(lease?.replyTo).not.toHaveProperty('responseUrl');
  expect(JSON.stringify(answer)).toContain('{"form":"extend r1 1h account=ACME"}');
  expect(JSON.stringify(answer)).toContain('{"line":"end r1 account=ACME"}');
  expect(note).toBeUndefined();
});

test.each<[when: string, Parameters<typeof start>, why: string]>([
  ['no command reverses it', [() => undefined], 'no command restores what was before'],
  [
    'its inverse fails',
    [
      () => {
        throw new Error('x');
      },
    ],
    'couldn’t be read and stored',
  ],
  [
    'somebody changed it at once',
    [() => inverse({ left: 'other' })],
    'somebody changed it at the same moment',
  ],
  [
    'its lease is not stored',
    [() => inverse(), () => Promise.reject(new Error('x'))],
    'couldn’t be read and stored',
  ],
])('a step says loudly that it does not end by itself where %s', async (_, args, why) => {
  const { text, note, lease } = await start(...args);
  expect(lease).toBeUndefined();
  expect(text).toContain(`This doesn’t end by itself: `);
  expect(text).toContain(why);
  expect(text).toMatch(/End it yourself when its time is over: alert delete|Reverse it yourself/);
  expect(note).toContain('This doesn’t end by itself');
});

test('a step whose outcome is unknown says whether it ends by itself, and what ends it', async () => {
  const lease = leaseOf({ id: 'r1' });
  const deps = { leases: leasesInMemory(lease).leases };
  const said = ({ end }: Pick<Completion, 'end'>): string => {
    const outcome = { kind: 'unknown', answer: [], job: 'j1' } as const;
    return words(outcomeOf({ id: 'r1', steps: [{ ...step.step, outcome, end }] }, leaseStart));
  };
  const without = await endOfUnknown(step, { leases: leasesInMemory().leases });
  expect(said(without)).toContain('doesn’t end by itself');
  expect(without.digest).toBeUndefined();
  const { end, digest } = await endOfUnknown(step, deps);
  expect(said({ end })).toContain('ends by itself: ');
  expect(digest).toBe(undoDigest(lease.inverse, lease.state));
  const [endless] = stepsOf(changeOf());
  expect(await endOfUnknown(endless, deps)).toEqual({});
});
