import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import type { Table } from '../../../../src/aws/sdk/dynamodb.ts';
import { idempotencyStoreIn } from '../../../../src/aws/sdk/idempotency-store.ts';
import type { AuditEvent } from '../../../../src/change/model/audit-log.ts';
import { type Change, isWaiting } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { undoDigest } from '../../../../src/change/model/digest.ts';
import { endsAtOf, isEnding } from '../../../../src/change/model/ending-change.ts';
import { endId, executionId, rollbackId, stepId } from '../../../../src/change/model/ids.ts';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { endNow, extend } from '../../../../src/change/transitions/moving.ts';
import { claim, end } from '../../../../src/change/transitions/running.ts';
import { CloudApiError, type Service } from '../../../../src/cloud/index.ts';
import type { NonEmpty } from '../../../../src/core/non-empty.ts';
import { fingerprint } from '../../../../src/evaluate/read-snapshot.ts';
import { processJob, type WorkerDependencies } from '../../../../src/jobs/process-job.ts';
import { undoPlan } from '../../../../src/lifecycle/reconcile/undo-plan.ts';
import { NotDue } from '../../../../src/lifecycle/run/not-due.ts';
import type { Job } from '../../../../src/queue/job.ts';
import type { Result } from '../../../../src/queue/result.ts';
import { MemoryTable } from '../../../harness/memory-table.ts';
import { stepOf } from '../../changes.ts';
import { type EndFacts, endOf } from '../../ends.ts';
import { executionsOf } from '../../executions.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory } from '../../memory.ts';
import { noon, request } from '../../requests.ts';
import { sweep } from '../../sweeping.ts';

/*
 * A plan is undone while people and jobs end its steps. Whatever comes between two calls of a store or of the cloud, each step is undone
 * once: by its end, or by the rollback.
 */

const minute = 60_000;
const hour = 60 * minute;
/** How long a worker holds a job. */
const lease = minute;
/** How often the queue delivers a job that fails; then the sweeper sends it again. */
const deliveries = 3;
/** Upper bound for what happens while a plan is undone. */
const maxEvents = 80;
const rollbackOfPlan = rollbackId('a1');
const rollbackJob = (index: number, attempt?: number) => executionId(rollbackOfPlan, index, attempt);
const idOf = (index: number): string => stepId('a1', index);
const endOfStep = (index: number): string => endId(idOf(index));
const endJob = (index: number, attempt?: number) => executionId(endOfStep(index), 0, attempt);

/** A server that has the policies which the plan assigned to it, as the local cloud shows them. */
const cloud = await cloudOfFile();
const real = connected(cloud);
const account = real.account('ACME');
const login = await real.login();
const policies = (await account.alertPolicies.list()).slice(0, 4);
for (const { id } of policies) await account.alertPolicies.assign('de1acmeweb04', id);
const { details, ...server } = await account.servers.get('de1acmeweb04');
if (!details) throw new Error('It shows what it has');
const { alertPolicies: assignments, ...otherDetails } = details;

/** The command that undoes the step at an index, and the state in which that step left the server. */
function undoOfStep(index: number) {
  const policy = policies[index]?.id ?? '';
  const subject = { kind: 'alert policy on server', policy, server: server.id } as const;
  const command = {
    operation: 'alert.unassign',
    raw: { policy, server: server.id },
    line: `alert unassign ${policy} ${server.id}`,
    subject,
  };
  return { ...command, state: fingerprint({ content: true }) };
}

/** How the end of a step that is done is when the plan is undone; `undo`: it has no end, but an Undo. */
const starts = ['waits', 'soon', 'tried', 'begun', 'ended', 'changed', 'undo'] as const;
type Start = (typeof starts)[number];

const acts = [
  'end now',
  'extend',
  'end is replaced',
  'somebody changes it',
  'cloud refuses',
  'answer is lost',
  'job of end',
  'job of rollback',
  'undone again',
  'sweep',
  'a minute passes',
  'call fails',
  'worker dies',
] as const;

/** What happens before a call, and to which step. */
interface Event {
  readonly act: (typeof acts)[number];
  readonly step: number;
}

function endOfStart(start: Start, index: number) {
  const { subject, state, ...command } = undoOfStep(index);
  const claimed = { at: noon, job: endJob(index), run: 'before' };
  const outcome = (kind: StepOutcome['kind']): StepOutcome => ({ kind, answer: [], job: endJob(index) });
  const facts: Readonly<Record<Exclude<Start, 'undo'>, EndFacts>> = {
    waits: { step: { startsAt: noon + hour } },
    soon: { step: { startsAt: noon + minute } },
    tried: {
      step: {
        startsAt: noon,
        attempt: 2,
        retryAt: noon + 4 * minute,
        failure: { answer: [], job: endJob(index) },
      },
    },
    begun: { status: 'running', step: { startsAt: noon, claimed } },
    ended: { status: 'done', step: { startsAt: noon, claimed, outcome: outcome('done') } },
    changed: { status: 'left', step: { startsAt: noon, outcome: outcome('left') } },
  };
  if (start === 'undo') return [];
  const { step, ...more } = facts[start];
  const undoes = { id: idOf(index), subject, state };
  return [endOf({ created: noon, since: noon, ...more, step: { ...command, undoes, ...step } }, idOf(index))];
}

/** A step of the plan that is done. */
function doneStep(start: Start, index: number): Step {
  const undo = { ...undoOfStep(index), expires: noon + hour };
  const outcome = { kind: 'done', answer: [], job: executionId('a1', index) } as const;
  return stepOf({
    operation: 'alert.assign',
    outcome: { ...outcome, ...(start === 'undo' && { undo }) },
    ...(start !== 'undo' && { ends: { after: hour } }),
  });
}

/** Who makes calls: a dead one makes none. */
interface Worker {
  isDead: boolean;
}

/** A failed plan with steps whose ends are so, and what happens while it is undone: one event before each call. */
async function plan(ofSteps: NonEmpty<Start>, events: readonly (Event | undefined)[] = []) {
  const [first, ...others] = ofSteps;
  const change = request({
    status: 'failed',
    plan: { name: 'plan', line: 'plan', allOrNothing: true },
    steps: [
      doneStep(first, 0),
      ...others.map((start, at) => doneStep(start, at + 1)),
      stepOf({ outcome: { kind: 'failed', answer: [], job: executionId('a1', ofSteps.length) } }),
    ],
  });
  const { kept, changes: table } = changesInMemory(change, ...ofSteps.flatMap(endOfStart));
  /** The policies that the server has; what was asked of the cloud and not refused, by policy. */
  const assigned = new Set(policies.map(({ id }) => id));
  const undone: string[] = [];
  for (const [index, start] of ofSteps.entries())
    if (start === 'ended' || start === 'changed') assigned.delete(policies[index]?.id ?? '');
  const records = new MemoryTable();
  const logAs = (event: AuditEvent, index: number, job: string, digest?: string) => {
    const about = { account: 'ACME', person: 'U0ANA', operation: '', title: '', targets: [] };
    const entry = { ...about, event, at: noon, request: idOf(index), ...(digest && { digest }) };
    return auditLogIn(records).append(entry, job);
  };
  for (const [index, start] of ofSteps.entries()) {
    const undo = undoOfStep(index);
    await logAs('applied', index, executionId('a1', index), undoDigest(undo, undo.state));
    if (start === 'ended') await logAs('ended', index, endJob(index));
    if (start === 'changed') await logAs('failed', index, endJob(index));
  }
  let queued: readonly { readonly job: Job; readonly received: number }[] = [];
  for (const [index, start] of ofSteps.entries()) {
    const [found] = start === 'begun' ? executionsOf(kept.get(endOfStep(index)) ?? change, noon) : [];
    if (found) queued = [...queued, { job: found, received: 1 }];
  }
  let now = noon;
  let refusals = 0;
  let losses = 0;
  let depth = 0;
  const state = { isQueueDown: false };
  const sent: string[] = [];
  const left = [...events];

  async function happens(worker: Worker): Promise<void> {
    now += 1;
    if (worker.isDead) throw new Error('A dead worker does nothing');
    const event = left.shift();
    if (!event) return;
    const index = event.step % ofSteps.length;
    const toEnd = (transition: (current: Change) => Transition) => table.change(endOfStep(index), transition);
    switch (event.act) {
      case 'end now':
        return void (await toEnd((current) => endNow(current, 'U0BEN', now)));
      case 'extend':
        return void (await toEnd((one) => extend(one, { from: endsAtOf(one), to: now + 3 * hour }, now)));
      case 'end is replaced':
        return void (await toEnd((one) =>
          end(one, [0], { kind: 'left', answer: [], job: 'b1:replaced' }, now),
        ));
      case 'somebody changes it':
        return void assigned.delete(policies[index]?.id ?? '');
      case 'cloud refuses':
        refusals += 1;
        return;
      case 'answer is lost':
        losses += 1;
        return;
      case 'a minute passes':
        now += minute;
        return;
      case 'call fails':
        throw new Error('The table does not answer');
      case 'worker dies':
        worker.isDead = true;
        throw new Error('The worker died');
      default:
        return nested(event.act, index);
    }
  }

  /** Other workers go on while one waits for the answer to a call. */
  async function nested(act: Event['act'], index: number): Promise<void> {
    if (depth > 2) return;
    depth += 1;
    if (act === 'undone again') await undoPlan(change, depsOf());
    else if (act === 'sweep') await sweep(depsOf()).catch(() => {});
    else for (const job of dueOf(act === 'job of end' ? endOfStep(index) : rollbackOfPlan)) await isDone(job);
    depth -= 1;
  }

  const dueOf = (id: string): readonly Job[] => {
    const of = kept.get(id);
    return of && isWaiting(of) ? executionsOf(of, now) : [];
  };

  /** The dependencies of a new worker. */
  function depsOf(): WorkerDependencies {
    const worker: Worker = { isDead: false };
    const call = async <Answer>(does: () => Answer | Promise<Answer>): Promise<Answer> => {
      await happens(worker);
      return does();
    };
    const changes: typeof table = {
      ...table,
      put: (...given) => call(() => table.put(...given)),
      get: (id) => call(() => table.get(id)),
      change: (id, transition) => call(() => table.change(id, transition)),
      waiting: (...given) => call(() => table.waiting(...given)),
    };
    const calls: Table = {
      get: (key) => call(() => records.get(key)),
      put: (put) => call(() => records.put(put)),
      update: (update) => call(() => records.update(update)),
      query: (query) => call(() => records.query(query)),
      transact: (writes) => call(() => records.transact(writes)),
    };
    const idempotency = idempotencyStoreIn<Result>(calls, () => now);
    const auditLog = auditLogIn(calls);
    const queue = {
      send: (job: Job) =>
        call(() => {
          if (state.isQueueDown) throw new Error('The queue does not answer');
          sent.push(job.id);
          if (queued.every(({ job: { id } }) => id !== job.id)) queued = [...queued, { job, received: 1 }];
        }),
    };
    const unassign = (_: string, id: string) =>
      call(() => {
        const [wasRefused, isLost] = [refusals > 0, losses > 0];
        if (wasRefused) refusals -= 1;
        else if (isLost) losses -= 1;
        if (wasRefused) throw new CloudApiError('service-error', { method: 'DELETE', path: id });
        undone.push(id);
        const removal = assigned.delete(id) ? 'removed' : 'already-absent';
        if (isLost)
          throw new CloudApiError('timed-out', { method: 'DELETE', path: id }, { changed: 'unknown' });
        return removal;
      });
    const shown = async () => ({
      ...server,
      details: { ...otherDetails, alertPolicies: assignments.filter(({ id }) => assigned.has(id)) },
    });
    const service: Service = {
      ...real,
      login: async () => login,
      account: () => ({
        ...account,
        alertPolicies: { ...account.alertPolicies, list: async () => [...policies], unassign },
        servers: { ...account.servers, get: shown },
      }),
    };
    return memory({ clock: () => now, changes, idempotency, auditLog, queue, service }).deps;
  }

  /** Whether a job is done, by a new worker; else it comes again. */
  async function isDone(job: Job): Promise<boolean> {
    try {
      await processJob(job, lease, depsOf());
      return true;
    } catch {
      return false;
    }
  }

  /** Does what is in the queue, as it is now. */
  async function work(): Promise<void> {
    const batch = queued;
    queued = [];
    for (const { job, received } of batch)
      if (!(await isDone(job)) && received < deliveries)
        queued = [...queued, { job, received: received + 1 }];
  }

  const waiting = () => [...kept.values()].filter((one) => isEnding(one) && isWaiting(one));

  /** Sweeps and works each minute, until nothing is left to undo or to tell of it. */
  async function goOn(): Promise<void> {
    const isOpen = () => [...kept.values()].some((one) => isEnding(one) && (isWaiting(one) || one.due));
    for (let round = 0; round < 400 && isOpen(); round += 1) {
      await sweep(depsOf()).catch(() => {});
      await work();
      now += minute;
    }
  }

  /** What came of a step of the plan: of its end, of the rollback, at the cloud and in the audit log. */
  function found(index: number) {
    const policy = policies[index]?.id ?? '';
    const own = kept.get(endOfStep(index));
    const inRollback = kept.get(rollbackOfPlan)?.steps.find(({ undoes }) => undoes?.id === idOf(index));
    return {
      end: own?.steps[0].outcome,
      hasGivenWay: own?.status === 'superseded',
      rollback: inRollback?.outcome,
      isInRollback: inRollback !== undefined,
      calls: undone.filter((id) => id === policy).length,
      isAssigned: assigned.has(policy),
      /** The jobs that ended it, by the audit log. */
      logged: jobsIn('ended', index),
    };
  }

  /** The jobs that caused an entry of the audit log about a step. */
  const jobsIn = (event: AuditEvent, index: number): readonly string[] =>
    [...records.items.values()]
      .filter(({ pk }) => pk === `once#ACME#${idOf(index)}#${event}`)
      .map(({ sk, person }) => String(sk).slice(`${person}#`.length));

  const run = (id: string) => Promise.all(dueOf(id).map((job) => processJob(job, lease, depsOf())));
  const rollback = () => kept.get(rollbackOfPlan);
  const tick = (by: number): number => {
    now += by;
    return now;
  };
  return { change, kept, table, state, sent, depsOf, run, goOn, waiting, found, jobsIn, rollback, tick };
}

type Plan = Awaited<ReturnType<typeof plan>>;

/** Undoes the plan until that is done, as the sweeper has it undone: each attempt is hindered once at most. */
async function undo({ change, depsOf, tick }: Plan): Promise<void> {
  for (let attempt = 0; attempt <= maxEvents; attempt += 1) {
    const isUndone = await undoPlan(change, depsOf()).then(
      () => true,
      () => false,
    );
    if (isUndone) return;
    tick(1);
  }
  throw new Error('The plan is not undone');
}

const anEvent: fc.Arbitrary<Event | undefined> = fc.option(
  fc.record({ act: fc.constantFrom(...acts), step: fc.nat(3) }),
  { nil: undefined, freq: 2 },
);

test('each step of a plan is undone once, whatever comes between two calls', async () => {
  const start = fc.constantFrom(...starts);
  const others = fc.array(start, { maxLength: 3 });
  const events = fc.array(anEvent, { maxLength: maxEvents, size: 'max' });
  await fc.assert(
    fc.asyncProperty(start, others, events, fc.nat(1), async (first, rest, between, again) => {
      const ofSteps: NonEmpty<Start> = [first, ...rest];
      const world = await plan(ofSteps, between);
      // Who has undone it can die before that is stored: then it is undone again.
      for (let time = 0; time <= again; time += 1) await undo(world);
      await world.goOn();
      expect(world.waiting()).toEqual([]);
      for (const [index, began] of ofSteps.entries()) {
        const {
          end: ofEnd,
          hasGivenWay,
          rollback,
          isInRollback,
          calls,
          isAssigned,
          logged,
        } = world.found(index);
        // Either the end is over, or it gave way to the rollback; what is over is taken over as it is.
        expect([ofEnd !== undefined, hasGivenWay || began === 'undo']).toEqual([
          !hasGivenWay && began !== 'undo',
          ofEnd === undefined,
        ]);
        expect(rollback !== undefined).toBe(isInRollback);
        if (ofEnd && isInRollback) expect(rollback).toEqual(ofEnd);
        const outcome = ofEnd ?? rollback;
        // The call that ended it before is not among these.
        const isOver = began === 'ended' || began === 'changed';
        if (outcome?.kind === 'done') expect([calls, isAssigned]).toEqual([isOver ? 0 : 1, false]);
        else if (outcome?.kind === 'unknown') expect(calls).toBeLessThanOrEqual(1);
        else expect([outcome?.kind, calls]).toEqual(['left', 0]);
        if (outcome?.kind === 'done') expect(logged).toEqual([outcome.job]);
        else expect(logged.length).toBeLessThanOrEqual(calls);
      }
    }),
    { numRuns: 150 },
  );
});

test('the rollback is stored first: the ends keep their times, and each step waits for the one before it', async () => {
  const world = await plan(['waits', 'undo', 'waits']);
  const before = [0, 2].map((index) => world.kept.get(endOfStep(index)));
  await undo(world);
  expect([0, 2].map((index) => world.kept.get(endOfStep(index)))).toEqual(before);
  const steps = world.rollback()?.steps ?? [];
  expect(world.rollback()).toMatchObject({
    status: 'approved',
    ending: { cause: 'failure', because: 'Step 4 failed, and the plan is all or nothing.' },
  });
  expect(steps.map(({ undoes, after, startsAt }) => [undoes?.id, after, startsAt])).toEqual([
    ['a1.3', undefined, undefined],
    ['a1.2', 0, undefined],
    ['a1', 1, undefined],
  ]);
  const undone = ({ subject, state }: ReturnType<typeof undoOfStep>) => ({ subject, state });
  expect(steps.map(({ undoes }) => undoes)).toMatchObject(
    [2, 1, 0].map((index) => undone(undoOfStep(index))),
  );
  expect(world.sent).toEqual([rollbackJob(0)]);
});

test('an end that waits keeps its time until its turn, and gives way then', async () => {
  const world = await plan(['waits', 'waits']);
  await undo(world);
  await world.run(rollbackOfPlan);
  expect([0, 1].map((index) => world.kept.get(endOfStep(index))?.status)).toEqual(['approved', 'superseded']);
  expect(world.kept.get(endOfStep(0))?.steps[0].startsAt).toBe(noon + hour);
  await world.run(rollbackOfPlan);
  expect(world.kept.get(endOfStep(0))?.status).toBe('superseded');
  expect(world.rollback()).toMatchObject({
    status: 'done',
    steps: [{ outcome: { job: rollbackJob(0) } }, { outcome: { job: rollbackJob(1) } }],
  });
  expect([0, 1].map((index) => world.found(index).calls)).toEqual([1, 1]);
});

test('an end whose own time comes before its turn ends by itself', async () => {
  const world = await plan(['soon', 'begun']);
  await undo(world);
  world.tick(minute);
  await world.run(endOfStep(0));
  expect(world.found(0)).toMatchObject({ end: { kind: 'done', job: endJob(0) }, calls: 1 });
  await world.goOn();
  expect(world.rollback()?.steps.map(({ outcome }) => outcome?.job)).toEqual([endJob(1), endJob(0)]);
  expect([0, 1].map((index) => world.found(index).calls)).toEqual([1, 1]);
});

test('an end that runs already is waited for', async () => {
  const world = await plan(['begun']);
  const before = world.kept.get(endOfStep(0));
  await undo(world);
  await expect(world.run(rollbackOfPlan)).rejects.toThrow(NotDue);
  expect(world.kept.get(endOfStep(0))).toBe(before);
  expect(world.rollback()?.status).toBe('approved');
  expect(world.rollback()?.steps[0].claimed).toBeUndefined();
  await world.run(endOfStep(0));
  await world.run(rollbackOfPlan);
  expect(world.found(0)).toMatchObject({ end: { kind: 'done' }, rollback: { job: endJob(0) }, calls: 1 });
});

test('an end that runs already, and fails, gives way then', async () => {
  const world = await plan(['begun']);
  await undo(world);
  await expect(world.run(rollbackOfPlan)).rejects.toThrow(NotDue);
  const failure = { kind: 'failed', answer: [], job: endJob(0) } as const;
  await world.table.change(endOfStep(0), (one) => end(one, [0], failure, world.tick(1)));
  await world.run(rollbackOfPlan);
  expect(world.found(0)).toMatchObject({
    end: undefined,
    hasGivenWay: true,
    rollback: { kind: 'done', job: rollbackJob(0) },
    calls: 1,
    logged: [rollbackJob(0)],
  });
});

test.each<[kind: StepOutcome['kind'], event: AuditEvent]>([
  ['done', 'ended'],
  ['left', 'failed'],
  ['unknown', 'unknown'],
])('an end that is over passes its outcome on, and the audit log has that once: %s', async (kind, event) => {
  const world = await plan(['undo', 'waits']);
  await undo(world);
  const due = world.tick(hour);
  if (kind === 'done') await world.run(endOfStep(1));
  else {
    const outcome = { kind, answer: [], note: 'So it is.', job: endJob(1) } as const;
    await world.table.change(endOfStep(1), (one) => claim(one, 0, { job: endJob(1), run: 'r1' }, due));
    await world.table.change(endOfStep(1), (one) => end(one, [0], outcome, due));
  }
  const { end: over } = world.found(1);
  expect(over).toMatchObject({ kind, job: endJob(1) });
  await world.run(rollbackOfPlan);
  expect(world.rollback()?.steps[0].outcome).toEqual(over);
  expect(world.sent).toContain(rollbackJob(1));
  await world.goOn();
  expect(world.rollback()?.status).toBe(kind);
  expect(world.jobsIn(event, 1)).toEqual([endJob(1)]);
  expect([0, 1].map((index) => world.found(index).calls)).toEqual([1, kind === 'done' ? 1 : 0]);
});

test('an end that was tried before starts afresh in the rollback', async () => {
  const world = await plan(['tried']);
  await undo(world);
  const [step] = world.rollback()?.steps ?? [];
  expect([step?.attempt, step?.retryAt, step?.failure]).toEqual([undefined, undefined, undefined]);
  expect([step?.startsAt, step?.claimed]).toEqual([undefined, undefined]);
  expect(world.sent).toEqual([rollbackJob(0)]);
  await world.run(rollbackOfPlan);
  expect(world.found(0)).toMatchObject({ hasGivenWay: true, rollback: { job: rollbackJob(0) }, calls: 1 });
});

test('an end that is moved before its turn gives way all the same', async () => {
  const world = await plan(['waits', 'waits']);
  await undo(world);
  await world.table.change(endOfStep(0), (one) => endNow(one, 'U0BEN', world.tick(1)));
  const longer = { from: noon + hour, to: noon + 5 * hour };
  await world.table.change(endOfStep(1), (one) => extend(one, longer, world.tick(1)));
  await world.run(rollbackOfPlan);
  await world.run(rollbackOfPlan);
  // The job that was queued for the moved end does nothing any more.
  await world.goOn();
  expect([0, 1].map((index) => world.kept.get(endOfStep(index))?.status)).toEqual([
    'superseded',
    'superseded',
  ]);
  expect([0, 1].map((index) => world.found(index).calls)).toEqual([1, 1]);
});

test('undoing it again leaves a rollback as it is that was stored, and queues what is due of it', async () => {
  const world = await plan(['waits', 'waits']);
  const { change, depsOf, state, sent } = world;
  state.isQueueDown = true;
  await expect(undoPlan(change, depsOf())).rejects.toThrow('The queue does not answer');
  const stored = world.rollback();
  expect([stored?.steps.length, sent]).toEqual([2, []]);
  state.isQueueDown = false;
  await undoPlan(change, depsOf());
  expect(world.rollback()).toBe(stored);
  expect(sent).toEqual([rollbackJob(0)]);
  const run = { job: rollbackJob(0), run: 'r1' };
  await world.table.change(rollbackOfPlan, (one) => claim(one, 0, run, world.tick(1)));
  const claimed = world.rollback();
  await undoPlan(change, depsOf());
  expect(world.rollback()).toBe(claimed);
  expect(sent).toEqual([rollbackJob(0)]);
});

test('undoing it again queues nothing that waits for a step', async () => {
  const world = await plan(['waits', 'waits']);
  await undo(world);
  await world.run(rollbackOfPlan);
  const before = world.sent.length;
  await undo(world);
  expect(world.sent.slice(before)).toEqual([rollbackJob(1)]);
});

test('a step whose end is over when the plan is undone is left out', async () => {
  const world = await plan(['waits', 'ended', 'changed', 'begun']);
  await undo(world);
  expect(world.rollback()?.steps.map(({ undoes }) => undoes?.id)).toEqual(['a1.4', 'a1']);
});

test('where no step needs it there is no rollback', async () => {
  const world = await plan(['ended', 'changed']);
  await undo(world);
  expect(world.rollback()).toBeUndefined();
  expect(world.sent).toEqual([]);
});

test('a rollback that is over is the last that is shown of a step, not that its end gave way', async () => {
  const world = await plan(['waits']);
  await undo(world);
  await world.run(rollbackOfPlan);
  await world.goOn();
  expect(world.kept.get('a1')?.steps[0].end?.phase).toBe('ended');
});

test('no change but the rollback of its plan makes an end give way', async () => {
  const world = await plan(['waits']);
  await undo(world);
  const stored = world.rollback();
  if (!stored) throw new Error('It is stored');
  const before = world.kept.get(endOfStep(0));
  world.kept.set('agent-b1', { ...stored, id: 'agent-b1' });
  await world.run('agent-b1');
  expect(world.kept.get(endOfStep(0))).toBe(before);
});
