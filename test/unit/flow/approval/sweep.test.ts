import { expect, test } from 'vitest';
import type { Approval } from '../../../../src/core/approval.ts';
import { batchSize } from '../../../../src/core/batches.ts';
import { sweep } from '../../../../src/flow/approval/sweep.ts';
import type { Ports } from '../../../../src/flow/ports.ts';
import { memory, words } from '../memory.ts';
import { noon, request } from './requests.ts';

test('what has expired is told even while the record cannot be written', async () => {
  let kept: Approval = request({ expires: noon, cards: [{ channel: 'C1', ts: '1.1' }] });
  const { ports, state, said, logged } = memory();
  state.now = noon + 1000;
  await sweep({
    ...ports,
    approvals: {
      ...ports.approvals,
      get: async () => kept,
      waiting: async () => [kept],
      async change(_, step) {
        const stepped = step(kept);
        if ('approval' in stepped) kept = stepped.approval;
        return stepped;
      },
    },
    ledger: { ...ports.ledger, append: () => Promise.reject(new Error('the table is away')) },
  });
  expect(kept.phase).toBe('expired');
  expect(said.map(({ way }) => way)).toEqual(['edit', 'send']);
  expect(words(said)).toContain('Expired without enough approvals. Nothing was changed.');
  expect(logged.join()).toContain('"failures":1');
});

/** One request among those that wait, and a record that can be away. */
function desk(first: Approval) {
  const { ports, state, said, logged, recorded } = memory();
  const world = { kept: first, away: true };
  const waits = ({ phase, unrecorded }: Approval) => unrecorded || ['open', 'running'].includes(phase);
  const all: Ports = {
    ...ports,
    approvals: {
      ...ports.approvals,
      get: async () => world.kept,
      waiting: async () => (waits(world.kept) ? [world.kept] : []),
      async change(_, step) {
        const stepped = step(world.kept);
        if ('approval' in stepped) world.kept = stepped.approval;
        return stepped;
      },
    },
    ledger: {
      ...ports.ledger,
      append: (entry) =>
        world.away ? Promise.reject(new Error('the table is away')) : ports.ledger.append(entry),
    },
  };
  return { ports: all, state, said, logged, recorded, world };
}

test.each([
  ['expired', request({ expires: noon })],
  ['unknown', request({ phase: 'running', expires: noon + 9 * 3_600_000 })],
])('what could not be put on record as %s is put there by a later sweep, once', async (event, first) => {
  const { ports, state, said, recorded, world } = desk(first);
  state.now = noon + 2 * 3_600_000;
  await sweep(ports);
  expect(world.kept.phase).toBe(event);
  expect(words(said)).toContain(event === 'expired' ? 'Expired' : 'it is not known whether');
  expect(recorded).toEqual([]);

  const told = said.filter(({ way }) => way === 'send').length;
  await sweep(ports);
  expect(recorded).toEqual([]);
  world.away = false;
  await sweep(ports);
  await sweep(ports);
  expect(recorded).toMatchObject([{ event, request: 'a1', person: 'U0ANA' }]);
  expect(said.filter(({ way }) => way === 'send')).toHaveLength(told);
  expect(await ports.approvals.waiting()).toEqual([]);
});

test('what the sweeper gave up on and its worker ended after all is on record as it ended', async () => {
  const { ports, state, recorded, world } = desk(request({ phase: 'done', unrecorded: true }));
  state.now = noon + 2 * 3_600_000;
  world.away = false;
  await sweep(ports);
  expect(recorded).toMatchObject([{ event: 'done' }]);
  expect(await ports.approvals.waiting()).toEqual([]);
});

test('two and a half thousand that wait are looked at in batches, and nothing is written that is not due', async () => {
  const { ports, state, logged } = memory();
  state.now = noon + 1000;
  const ids = Array.from({ length: 2_500 }, (_, at) => `r${at}`);
  let reading = 0;
  let most = 0;
  await sweep({
    ...ports,
    approvals: {
      ...ports.approvals,
      waiting: async () => ids.map((id) => ({ id, asker: 'U0ANA' })),
      async get(id) {
        reading += 1;
        most = Math.max(most, reading);
        await Promise.resolve();
        reading -= 1;
        return request({ id, cards: [{ channel: 'C1', ts: '1.1' }] });
      },
      change: () => Promise.reject(new Error('nothing is due')),
    },
  });
  expect(most).toBe(batchSize);
  expect(logged.join()).toContain('"waiting":2500,"failures":0');
});
