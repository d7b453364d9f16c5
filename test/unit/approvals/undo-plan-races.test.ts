import fc from 'fast-check';
import { expect, test } from 'vitest';
import { undoPlan } from '../../../src/approvals/undo-plan.ts';
import { stepId } from '../../../src/change/model/ids.ts';
import { dueAt, isOver, type Lease, type Leases } from '../../../src/change/model/lease.ts';
import { beginEnd, close, failAttempt } from '../../../src/change/transitions/ending.ts';
import { endNow } from '../../../src/change/transitions/moving.ts';
import type { NonEmpty } from '../../../src/core/non-empty.ts';
import { tellNews } from '../../../src/leases/tell-lease.ts';
import { stepOf } from '../changes.ts';
import { leaseOf } from '../leases.ts';
import { changesInMemory, leasesInMemory, memory } from '../memory.ts';
import { noon, request } from './requests.ts';

/* A plan is undone while people and jobs end its steps. Whatever comes between two calls of the table, each step is ended. */

const hour = 3_600_000;

/** How the lease of a step that is done is when the plan is undone; `undo`: it has no end, and an Undo that becomes a lease. */
type Start = 'active' | 'ending' | 'ended' | 'undo';
type Act = 'end now' | 'end begins' | 'end fails' | 'end is applied' | 'changed by somebody' | 'worker dies';
/** What happens before a call of the table, and to which step. */
type Event = { readonly act: Act; readonly step: number } | undefined;

const outcome = { answer: [], job: 'somebody' };
const { inverse, state } = leaseOf();
const undo = { ...inverse, state, expires: noon + hour };
const doneStep = (start: Start) =>
  stepOf({
    outcome: { kind: 'done', ...outcome, ...(start === 'undo' && { undo }) },
    ...(start !== 'undo' && { ends: { after: hour } }),
  });

function plan(starts: NonEmpty<Start>, events: readonly Event[] = []) {
  const [first, ...others] = starts;
  const idOf = (index: number): string => stepId('a1', index);
  const change = request({
    status: 'failed',
    plan: { name: 'plan', line: 'plan', allOrNothing: true },
    steps: [doneStep(first), ...others.map(doneStep), stepOf({ outcome: { kind: 'failed', ...outcome } })],
  });
  const of = (index: number, more: Partial<Lease> = {}): Lease =>
    leaseOf({
      change: 'a1',
      index,
      id: idOf(index),
      startedAt: noon,
      since: noon,
      endsAt: noon + hour,
      ...more,
    });
  const timed = starts.flatMap((start, index) => {
    if (start === 'undo') return [];
    return [of(index, { phase: start, ...(start !== 'active' && { endsAt: noon, job: 'somebody' }) })];
  });
  const { kept, leases: table } = leasesInMemory(...timed);
  let now = noon;
  const rest = [...events];
  const happens = async (): Promise<void> => {
    now += 1;
    const event = rest.shift();
    if (event === undefined) return;
    if (event.act === 'worker dies') throw new Error('The worker died');
    const act = event.act;
    await table.change(idOf(event.step % starts.length), (lease) => {
      if (act === 'end now') return endNow(lease, 'U0BEN', now);
      if (act === 'end begins') return begin(lease, now);
      if (act === 'end fails')
        return lease.phase === 'ending'
          ? failAttempt(lease, { ...outcome, attempt: lease.attempt, isPassing: false, isStarted: true }, now)
          : { lease };
      if (act === 'changed by somebody') return close(lease, 'left', { event: 'failed', ...outcome }, now);
      return close(lease, 'ended', { event: 'ended', ...outcome }, now);
    });
  };
  const leases: Leases = {
    ...table,
    put: async (lease) => {
      await happens();
      await table.put(lease);
    },
    get: async (id) => {
      await happens();
      return table.get(id);
    },
    change: async (id, transition) => {
      await happens();
      return table.change(id, transition);
    },
  };
  const { deps } = memory({ clock: () => now, leases, changes: changesInMemory(change).changes });
  return { change, kept, table, deps, tick: (by: number) => (now += by) };
}

/** A job begins the end of a lease that is due. */
const begin = (lease: Lease, now: number) =>
  (dueAt(lease) ?? Number.POSITIVE_INFINITY) <= now
    ? beginEnd(lease, { job: 'somebody', attempt: lease.attempt }, now)
    : { lease };

const anEvent: fc.Arbitrary<Event> = fc.option(
  fc.record({
    act: fc.constantFrom<Act>(
      'end now',
      'end begins',
      'end fails',
      'end is applied',
      'changed by somebody',
      'worker dies',
    ),
    step: fc.nat(3),
  }),
  { nil: undefined },
);

test('each step of a plan that is undone ends, whatever happens to its lease meanwhile', async () => {
  const start = fc.constantFrom<Start>('active', 'ending', 'ended', 'undo');
  const others = fc.array(start, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(start, others, fc.array(anEvent, { maxLength: 30 }), async (first, rest, events) => {
      const { change, kept, table, deps, tick } = plan([first, ...rest], events);
      while (!(await undoPlan(change, deps))) tick(1);
      // Ends what is due or ending and tells it, each minute for longer than any pause.
      for (let round = 0; round < 200 && [...kept.values()].some((lease) => !isOver(lease)); round += 1) {
        const now = tick(1);
        for (const { id } of [...kept.values()]) {
          await table.change(id, (lease) => begin(lease, now));
          await table.change(id, (lease) => close(lease, 'ended', { event: 'ended', ...outcome }, tick(1)));
          const lease = kept.get(id);
          if (lease) await tellNews(lease, deps).catch(() => {});
        }
        tick(60_000);
      }
      expect([...kept.values()].filter((lease) => !isOver(lease)).map(({ id }) => id)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a step waits for the one behind it that somebody is ending, and keeps its own end', async () => {
  const { change, kept, table, deps, tick } = plan(['active', 'ending']);
  expect(await undoPlan(change, deps)).toBe(true);
  expect(kept.get('a1')).toMatchObject({ phase: 'active', endsAt: noon + hour });
  await table.change('a1.2', (lease) => close(lease, 'ended', { event: 'ended', ...outcome }, tick(1)));
  for (const lease of [...kept.values()]) await tellNews(lease, deps);
  expect(dueAt(kept.get('a1') ?? leaseOf())).toBeLessThanOrEqual(tick(1));
});

test('a lease that is over when its turn comes passes it on', async () => {
  const { kept, deps, tick } = plan(['active', 'ended', 'ended']);
  const waits = (id: string, next: string) => kept.set(id, { ...leaseOf(kept.get(id)), next });
  waits('a1.2', 'a1');
  const last = waits('a1.3', 'a1.2').get('a1.3') ?? leaseOf();
  await tellNews({ ...last, news: { kind: 'closed', at: noon, due: ['next'] } }, deps);
  expect(kept.get('a1')?.endsAt).toBeLessThanOrEqual(tick(1));
});
