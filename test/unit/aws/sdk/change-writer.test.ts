import { randomBytes } from 'node:crypto';
import { setImmediate as afterOthers } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AwsError } from '../../../../src/aws/lambda/aws-error.ts';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { keyIn, TransactionCanceled, type Write } from '../../../../src/aws/sdk/dynamodb.ts';
import { loggedWriterIn } from '../../../../src/aws/sdk/logged-writer.ts';
import type { Fact } from '../../../../src/change/model/audit-log.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Changes, Transition } from '../../../../src/change/model/changes.ts';
import { type Hold, ResourceChanged } from '../../../../src/change/model/resource.ts';
import { withDeadline } from '../../../../src/core/deadline.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, request } from '../../../support/made/requests.ts';

/** A table whose transactions wait until they are let through, and which counts them. */
class GatedTable extends MemoryTable {
  readonly transactions: (readonly Write[])[] = [];
  /** Comes before each transaction. */
  before: (writes: readonly Write[]) => Promise<void> = async () => {};

  override async transact(writes: readonly Write[]): Promise<void> {
    this.transactions.push(writes);
    await this.before(writes);
    await super.transact(writes);
  }
}

const id = 'r1';
/** Lets a transaction go on that takes a moment. */
const shortPause = (): Promise<void> => afterOthers();
const storeOn = (table: MemoryTable): Changes =>
  changesIn(
    table,
    () => noon,
    loggedWriterIn(table, () => {}, shortPause),
    shortPause,
  );

async function tableWith(...more: readonly Change[]): Promise<GatedTable> {
  const table = new GatedTable();
  const store = storeOn(table);
  for (const change of [request({ id, status: 'approved', votes: [] }), ...more]) await store.put(change);
  table.transactions.length = 0;
  return table;
}

/** What the transitions of this test write: a word behind the others. */
const add =
  (word: string, more: Partial<Exclude<Transition, { readonly refused: string }>> = {}) =>
  (change: Change): Transition => ({
    change: { ...change, lastJob: `${change.lastJob ?? ''}${word} ` },
    ...more,
  });
const wordsOf = (change: Change | undefined): readonly string[] =>
  (change?.lastJob ?? '').split(' ').filter(Boolean);
const hold = (...ids: readonly string[]): Hold => ({
  resources: ids.map((one) => ({ id: one, version: 0, ends: [] })),
  by: { change: id, index: 0 },
});

/** An approval of a request in an account. */
const approvedAs = (request: string, account = 'ACME'): Fact => ({
  entry: {
    account,
    at: noon,
    event: 'approved',
    person: 'U0BEN',
    operation: 'alert.create',
    title: 'make it',
    targets: [],
    request,
  },
  job: 'j1',
});
/** The requests in the audit log of an account, in their order, whose chain is whole. */
async function loggedIn(table: MemoryTable, account = 'ACME'): Promise<readonly string[]> {
  const auditLog = auditLogIn(table);
  const { entries } = await auditLog.read({ account, limit: 100 });
  expect(await auditLog.verify(account)).not.toHaveProperty('failure');
  return entries.map(({ request }) => request).toReversed();
}

const born = (at: number): Change => endOf({}, `step-${at}`);

/** One of several transitions that are made at once. */
interface Made {
  readonly kind: 'adds' | 'claims' | 'creates' | 'logs' | 'refuses' | 'leaves' | 'throws';
  /** The resource that it claims, or the account in which it logs: one of three. */
  readonly resource: number;
  /** Which of the processes makes it. */
  readonly process: number;
}

const made = fc.array(
  fc.record<Made>({
    kind: fc.constantFrom('adds', 'logs', 'claims', 'creates', 'refuses', 'leaves', 'throws'),
    resource: fc.nat(2),
    process: fc.nat(2),
  }),
  { maxLength: 14 },
);

const transitionOf =
  ({ kind, resource }: Made, at: number) =>
  (change: Change): Transition => {
    switch (kind) {
      case 'adds':
        return add(`w${at}`)(change);
      case 'claims':
        return add(`w${at}`, { holds: hold(`ACME/r${resource}`) })(change);
      case 'creates':
        return add(`w${at}`, { creates: [born(at)] })(change);
      case 'logs':
        return add(`w${at}`, { facts: [approvedAs(`w${at}`, `ACME${resource}`)] })(change);
      case 'refuses':
        return { refused: 'No.' };
      case 'leaves':
        return { change };
      case 'throws':
        throw new RangeError(`t${at}`);
    }
  };

test('whatever comes at once, by any process and in any order of calls: what is answered as done is stored, once, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(made, fc.scheduler(), fc.boolean(), async (all, scheduler, refusesConflicts) => {
      const table = await tableWith();
      if (refusesConflicts) table.refuseConflicts();
      table.before = () => scheduler.schedule(Promise.resolve());
      const stores = [0, 1, 2].map(() => storeOn(table));
      const results = Promise.allSettled(
        all.map(async (one, at) => stores[one.process]?.change(id, transitionOf(one, at))),
      );
      const settled = await scheduler.waitFor(results);
      table.before = async () => {};
      const stored = await storeOn(table).get(id);
      const done = settled.flatMap((result, at) => {
        const { kind } = all[at] ?? {};
        if (result.status === 'rejected') {
          expect(result.reason).toBeInstanceOf(kind === 'throws' ? RangeError : ResourceChanged);
          return [];
        }
        if (kind === 'refuses') expect(result.value).toEqual({ refused: 'No.' });
        if (kind === 'refuses' || kind === 'leaves' || !result.value) return [];
        // Its own result is in what it got, and nothing that came after it.
        const got = wordsOf('change' in result.value ? result.value.change : undefined);
        expect(got.at(-1)).toBe(`w${at}`);
        expect(wordsOf(stored).slice(0, got.length)).toEqual(got);
        return [`w${at}`];
      });
      expect(wordsOf(stored).toSorted()).toEqual(done.toSorted());
      // Each of the three resources, in the state that all read, is claimed by one at most.
      const claims = all.filter(({ kind }, at) => kind === 'claims' && done.includes(`w${at}`));
      expect(new Set(claims.map(({ resource }) => resource)).size).toBe(claims.length);
      const tried = new Set(all.filter(({ kind }) => kind === 'claims').map(({ resource }) => resource));
      expect(claims).toHaveLength(tried.size);
      const logs = all.flatMap(({ kind }, at) => (kind === 'logs' ? [`w${at}`] : []));
      const logged = await Promise.all([0, 1, 2].map((at) => loggedIn(table, `ACME${at}`)));
      expect(logged.flat().toSorted()).toEqual(logs.toSorted());
      for (const [at, { kind }] of all.entries())
        expect((await storeOn(table).get(born(at).id)) !== undefined).toBe(kind === 'creates');
    }),
    { numRuns: 150 },
  );
});

/** Makes the transitions at once, by one process, behind a first one that is being written. */
async function behindAnother(
  table: MemoryTable,
  ...transitions: readonly ((change: Change) => Transition)[]
) {
  const store = storeOn(table);
  const first = store.change(id, add('first'));
  const others = transitions.map((transition) => store.change(id, transition));
  await first;
  return Promise.allSettled(others);
}

describe('transitions that come during a write', () => {
  test('are the next write, together, without a read', async () => {
    const table = await tableWith();
    const read = table.get.bind(table);
    let reads = 0;
    table.get = (key) => {
      reads += 1;
      return read(key);
    };
    await behindAnother(table, ...Array.from({ length: 24 }, (_, at) => add(`w${at}`)));
    expect(table.transactions).toHaveLength(2);
    expect(reads).toBe(1);
    expect(wordsOf(await storeOn(table).get(id))).toHaveLength(25);
  });

  test('write at most ninety items together', async () => {
    const table = await tableWith();
    // An end takes three items: itself, its entry in the index, and the one at its resource.
    const creates = (at: number) =>
      add(`w${at}`, {
        creates: [
          endOf(
            { step: { undoes: { id: `s${at}`, subject: { kind: 'k', at: `${at}` }, state: 's' } } },
            `b${at}`,
          ),
        ],
      });
    await behindAnother(table, ...Array.from({ length: 50 }, (_, at) => creates(at)));
    const sizes = table.transactions.map(({ length }) => length);
    expect(Math.max(...sizes)).toBeGreaterThan(85);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(90);
    expect(sizes).toHaveLength(3);
  });

  test('with what they log: an entry has two items, and the account its head', async () => {
    const table = await tableWith();
    await behindAnother(
      table,
      ...Array.from({ length: 50 }, (_, at) => add(`w${at}`, { facts: [approvedAs(`w${at}`)] })),
    );
    // The change and its head of the index stay, so 43 entries fit.
    const sizes = table.transactions.map(({ length }) => length);
    expect(Math.max(...sizes)).toBeGreaterThan(85);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(90);
    expect(await loggedIn(table)).toHaveLength(50);
  });

  test('log in one account: what is logged in another one waits for the next write', async () => {
    const table = await tableWith();
    const logs = (word: string, account: string) => add(word, { facts: [approvedAs(word, account)] });
    await behindAnother(table, logs('w1', 'ACME'), logs('w2', 'ACDV'), logs('w3', 'acme'));
    const heads = table.transactions.map(
      (writes) => writes.filter((write) => keyIn(write).sk === 'head').length,
    );
    expect(heads).toEqual([0, 1, 1]);
    expect(await loggedIn(table)).toEqual(['w1', 'w3']);
    expect(await loggedIn(table, 'ACDV')).toEqual(['w2']);
  });

  test('log nothing twice: the same fact waits, and is found', async () => {
    const table = await tableWith();
    const logs = (word: string) => add(word, { facts: [approvedAs('same')] });
    await behindAnother(table, logs('w1'), logs('w2'));
    expect(wordsOf(await storeOn(table).get(id))).toEqual(['first', 'w1', 'w2']);
    expect(await loggedIn(table)).toEqual(['same']);
  });

  test('write no item twice: a second claim of a resource waits for the next write', async () => {
    const table = await tableWith();
    const claims = (word: string) => add(word, { holds: hold('ACME/r') });
    const results = await behindAnother(table, add('w1'), claims('w2'), claims('w3'), add('w4'));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(table.transactions).toHaveLength(3);
    expect(wordsOf(await storeOn(table).get(id))).toEqual(['first', 'w1', 'w2', 'w4']);
  });

  test('do not share the refusal of one: a busy resource refuses only who claims it', async () => {
    const table = await tableWith(request({ id: 'other', status: 'approved' }));
    await storeOn(table).change('other', add('w', { holds: hold('ACME/busy') }));
    const [one, two, busy] = await behindAnother(
      table,
      add('w1'),
      add('w3', { holds: hold('ACME/free') }),
      add('w2', { holds: hold('ACME/busy') }),
    );
    expect(busy).toMatchObject({ status: 'rejected', reason: expect.any(ResourceChanged) });
    expect([one?.status, two?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(wordsOf(await storeOn(table).get(id))).toEqual(['first', 'w1', 'w3']);
  });

  test('nor the item that one makes too large', async () => {
    const table = await tableWith();
    const tooMuch = (change: Change): Transition => ({
      change: { ...change, reason: randomBytes(500_000).toString('base64') },
    });
    const [one, large] = await behindAnother(table, add('w1'), tooMuch);
    expect(large).toMatchObject({ status: 'rejected', reason: { type: 'ValidationException' } });
    expect(one).toMatchObject({ status: 'fulfilled' });
  });

  test('nor a busy audit log: what logs nothing is stored', async () => {
    const table = await tableWith();
    table.before = async (writes) => {
      const isHead = (write: Write): boolean => keyIn(write).sk === 'head';
      const reasons = writes.map((write) => ({
        Code: isHead(write) ? 'TransactionConflict' : 'None',
        Item: undefined,
      }));
      if (writes.some(isHead)) throw new TransactionCanceled(reasons);
    };
    const store = storeOn(table);
    const logs = add('logs', { facts: [approvedAs('logs')] });
    const stored = await withDeadline(14_000, () =>
      Promise.allSettled([add('first'), logs, add('last')].map((transition) => store.change(id, transition))),
    );
    expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(wordsOf(await store.get(id))).toEqual(['first', 'last']);
  });

  test('all learn that an answer was lost, and none is stored twice', async () => {
    const table = await tableWith();
    const transact = table.transact.bind(table);
    table.transact = async (writes) => {
      await transact(writes);
      if (table.transactions.length === 2) throw new AwsError('InternalServerError');
    };
    const results = await behindAnother(table, add('w1'), add('w2'));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(wordsOf(await storeOn(table).get(id))).toEqual(['first', 'w1', 'w2']);
  });

  test('are refused only by what is stored, not by one that is not', async () => {
    const table = await tableWith();
    const closes = (change: Change): Transition => ({
      change: { ...change, status: 'withdrawn' },
      holds: hold('ACME/busy'),
    });
    const unlessClosed = (change: Change): Transition =>
      change.status === 'withdrawn' ? { refused: 'Withdrawn.' } : add('w1')(change);
    await storeOn(table).put(request({ id: 'other', status: 'approved' }), hold('ACME/busy'));
    const [closed, added] = await behindAnother(table, closes, unlessClosed);
    expect(closed).toMatchObject({ status: 'rejected' });
    expect(added).toMatchObject({ status: 'fulfilled', value: { change: { status: 'approved' } } });
  });

  test('what one got before the others still saves its next read, and overwrites nothing', async () => {
    const table = await tableWith();
    const store = storeOn(table);
    const first = store.change(id, add('first'));
    const [one, two] = [store.change(id, add('w1')), store.change(id, add('w2'))];
    await Promise.all([first, two]);
    const got = await one;
    if ('refused' in got) throw new Error(got.refused);
    expect(wordsOf(got.change)).toEqual(['first', 'w1']);
    // Nothing waits any more, so the writer is gone.
    await afterOthers();
    await store.change(id, add('w3'), got.change);
    expect(wordsOf(await store.get(id))).toEqual(['first', 'w1', 'w2', 'w3']);
  });
});

test('what the change as it was known refuses is asked of the stored one, even when no time is left', async () => {
  const table = await tableWith();
  const store = storeOn(table);
  const known = await store.get(id);
  await storeOn(table).change(id, add('w1'));
  const refusesOld = (change: Change): Transition =>
    wordsOf(change).length === 0 ? { refused: 'It is too early.' } : add('w2')(change);
  const made = await withDeadline(0, () => store.change(id, refusesOld, known));
  expect(made).not.toHaveProperty('refused');
  expect(wordsOf(await store.get(id))).toEqual(['w1', 'w2']);
});

describe('a change and its entry', () => {
  test('are one write', async () => {
    const table = await tableWith();
    await storeOn(table).change(id, add('w1', { facts: [approvedAs('w1')] }));
    expect(table.transactions).toHaveLength(1);
    expect(await loggedIn(table)).toEqual(['w1']);
  });

  test('are stored once each, if another worker writes first', async () => {
    const table = await tableWith();
    const [one, other] = [storeOn(table), storeOn(table)];
    await Promise.all(
      [one, other].map((store, at) => store.change(id, add(`w${at}`, { facts: [approvedAs(`w${at}`)] }))),
    );
    expect(wordsOf(await one.get(id)).toSorted()).toEqual(['w0', 'w1']);
    expect((await loggedIn(table)).toSorted()).toEqual(['w0', 'w1']);
  });

  test('are not stored if the audit log can’t take the entry', async () => {
    const table = await tableWith();
    await auditLogIn(table).append(approvedAs('before').entry, 'j1');
    table.items.delete('ledger#ACME head');
    const changing = storeOn(table).change(id, add('w1', { facts: [approvedAs('w1')] }));
    await expect(changing).rejects.toThrow('entries after its head');
    expect(wordsOf(await storeOn(table).get(id))).toEqual([]);
  });

  test('nor if a step of another change has claimed the resource', async () => {
    const table = await tableWith();
    const store = storeOn(table);
    await store.put(request({ id: 'other', status: 'approved' }), hold('ACME/busy'));
    const claiming = store.change(id, add('w1', { holds: hold('ACME/busy'), facts: [approvedAs('w1')] }));
    await expect(claiming).rejects.toThrow(ResourceChanged);
    expect(await loggedIn(table)).toEqual([]);
  });

  test('are stored although the entry of another change in their transaction can’t be', async () => {
    const table = await tableWith(request({ id: 'r2', status: 'approved', votes: [] }));
    const store = storeOn(table);
    const large = { ...approvedAs('large').entry, title: 'x'.repeat(500_000) };
    const results = await Promise.allSettled([
      store.change(id, add('w1', { facts: [approvedAs('w1')] })),
      store.change('r2', add('w2', { facts: [{ entry: large, job: 'j1' }] })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await loggedIn(table)).toEqual(['w1']);
    expect(wordsOf(await store.get('r2'))).toEqual([]);
  });

  test('of several changes in one account are one write', async () => {
    const table = await tableWith(request({ id: 'r2', status: 'approved', votes: [] }));
    const store = storeOn(table);
    await Promise.all([id, 'r2'].map((one) => store.change(one, add('w', { facts: [approvedAs(one)] }))));
    expect(table.transactions).toHaveLength(1);
    expect(await loggedIn(table)).toEqual([id, 'r2']);
  });

  test('of a new change are stored only if it is new', async () => {
    const table = await tableWith();
    const fresh = request({ id: 'new', status: 'approved' });
    const put = (request: string) => storeOn(table).put(fresh, undefined, [approvedAs(request)]);
    expect([await put('w1'), await put('w2')]).toEqual([true, false]);
    expect(await loggedIn(table)).toEqual(['w1']);
  });

  test.each([
    ['as long as there is time', 60_000, true],
    ['once only the time is left to store an outcome without its entry', 15_000, false],
  ])('are tried again while the log is busy, %s', async (_, left, isTriedAgain) => {
    const table = await tableWith();
    let attempts = 0;
    table.transact = async () => {
      attempts += 1;
      throw new TransactionCanceled([
        { Code: 'None', Item: undefined },
        { Code: 'TransactionConflict', Item: undefined },
      ]);
    };
    const log = loggedWriterIn(table, () => {}, shortPause);
    const writing = withDeadline(left, () => log.write([], [approvedAs('w1')]));
    await expect(writing).rejects.toThrow('The audit log is busy');
    expect(attempts > 1).toBe(isTriedAgain);
  });
});
