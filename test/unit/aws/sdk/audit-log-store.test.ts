import { DeleteCommand, GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { serverError } from '../../../../local/aws/index.ts';
import { failed, note } from '../../../../src/answer/answer.ts';
import { seal } from '../../../../src/audit-log/hash-chain.ts';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import { TransactionCanceled } from '../../../../src/aws/sdk/dynamodb.ts';
import { loggedWriterIn } from '../../../../src/aws/sdk/logged-writer.ts';
import type { AuditEntry, StoredEntry } from '../../../../src/change/model/audit-log.ts';
import { explain } from '../../../../src/evaluate/describe-error.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

const local = awsOfFile();

const ledger = (onKept?: (entry: StoredEntry) => void) => {
  const table = ownTable(local.aws);
  return auditLogIn(table, loggedWriterIn(table, onKept));
};

let accounts = 0;
const freshAccount = (): string => {
  accounts += 1;
  return `ACME${accounts}`;
};

const noon = Date.UTC(2026, 10, 20, 12);

const entry = (account: string, number: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  account,
  at: noon + number * 60_000,
  event: 'requested',
  person: 'U0ANA',
  operation: 'alert.create',
  title: `make alert policy ${number}`,
  targets: [`alert-policy/${number}`],
  request: `r${number}`,
  ...more,
});

/** An account with this many entries in the audit log. */
async function accountWith(entries: number): Promise<string> {
  const account = freshAccount();
  const writer = ledger();
  for (let number = 1; number <= entries; number += 1) await writer.append(entry(account, number), 'j1');
  return account;
}

const key = (account: string, seq: number | 'head') => ({
  TableName: local.aws.tableName,
  Key: { pk: `ledger#${account}`, sk: seq === 'head' ? 'head' : String(seq).padStart(12, '0') },
});
const item = async (account: string, seq: number | 'head') =>
  (await local.table.send(new GetCommand(key(account, seq)))).Item ?? {};
const put = (Item: Record<string, unknown>) =>
  local.table.send(new PutCommand({ TableName: local.aws.tableName, Item }));

describe('append', () => {
  test('numbers the entries, and chains each to the one before', async () => {
    const account = await accountWith(3);
    const { entries, older } = await ledger().read({ account, limit: 10 });
    expect(older).toBeUndefined();
    expect(entries.map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect(entries.map(({ previous }) => previous)).toEqual([
      entries[1]?.hash,
      entries[2]?.hash,
      '0'.repeat(64),
    ]);
    expect(entries[0]).toMatchObject(entry(account, 3));
    expect(await ledger().verify(account)).toEqual({ entries: 3, last: { seq: 3, hash: entries[0]?.hash } });
  });

  test('ten at once by ten writers all get in', async () => {
    const account = freshAccount();
    await Promise.all(
      Array.from({ length: 10 }, (_, number) => ledger().append(entry(account, number), 'j1')),
    );
    const { entries } = await ledger().read({ account, limit: 100 });
    expect(new Set(entries.map(({ request }) => request)).size).toBe(10);
    expect(await ledger().verify(account)).toMatchObject({ entries: 10 });
  });

  test('entries that one writer appends at once are written in their order, ten in a transaction', async () => {
    const account = freshAccount();
    const writer = ledger();
    const before = local.aws.faults.calls('DynamoDB.TransactWriteItems');
    await Promise.all(Array.from({ length: 20 }, (_, number) => writer.append(entry(account, number), 'j1')));
    expect(local.aws.faults.calls('DynamoDB.TransactWriteItems') - before).toBe(2);
    const { entries } = await writer.read({ account, limit: 100 });
    expect(entries.map(({ request }) => request)).toEqual(
      Array.from({ length: 20 }, (_, number) => `r${19 - number}`),
    );
    expect(await writer.verify(account)).toMatchObject({ entries: 20 });
  });

  test('an entry that was written before doesn’t block the others in its transaction', async () => {
    const account = await accountWith(1);
    const writer = ledger();
    const runs = await Promise.all([
      writer.append(entry(account, 2), 'j1', 'run 1'),
      writer.append(entry(account, 1), 'j1', 'run 1'),
      writer.append(entry(account, 3), 'j1', 'run 1'),
      writer.append(entry(account, 3), 'j1', 'run 2'),
    ]);
    expect(runs).toEqual([true, false, true, false]);
    expect(await writer.verify(account)).toMatchObject({ entries: 3 });
  });

  test('the same event again, also at once, is written once', async () => {
    const account = freshAccount();
    const kept: StoredEntry[] = [];
    const writers = Array.from({ length: 10 }, () => ledger((entry) => kept.push(entry)));
    await Promise.all(writers.map((writer) => writer.append(entry(account, 1), 'j1')));
    await ledger().append(entry(account, 1, { at: noon + 5000, note: 'delivered twice' }), 'j1');
    expect(kept).toHaveLength(1);
    expect(await ledger().verify(account)).toMatchObject({ entries: 1 });
  });

  test('another event, person, request or job is another entry', async () => {
    const account = freshAccount();
    const writer = ledger();
    await writer.append(entry(account, 1), 'j1');
    await writer.append(entry(account, 1), 'j2');
    await writer.append(entry(account, 1, { event: 'approved' }), 'j1');
    await writer.append(entry(account, 1, { event: 'approved', person: 'U0BEN' }), 'j1');
    await writer.append(entry(account, 1, { request: 'other' }), 'j1');
    expect(await writer.verify(account)).toMatchObject({ entries: 5 });
  });

  test('an event of a request has the people who caused it, and so have events that prove the same, each once', async () => {
    const account = freshAccount();
    const writer = ledger();
    for (const [person, job, digest] of [
      ['U0BEN', 'j1', 'd1'],
      ['U0BEN', 'j2', 'd2'],
      ['U0CORA', 'j3', undefined],
    ] as const)
      await writer.append(entry(account, 1, { event: 'approved', person, digest }), job);
    const about = { account: account.toLowerCase(), request: 'r1' };
    expect(await writer.causedBy('approved', about)).toEqual(['U0BEN', 'U0CORA']);
    expect(await writer.causedBy('approved', about, { digest: 'd2' })).toEqual(['U0BEN']);
    expect(await writer.causedBy('approved', about, { digest: 'd3' })).toEqual([]);
    expect(await writer.causedBy('rejected', about)).toEqual([]);
    expect(await writer.causedBy('approved', { account, request: 'r2' })).toEqual([]);
  });

  test('an event has the job that caused it', async () => {
    const account = freshAccount();
    const writer = ledger();
    await writer.append(entry(account, 1), 'j1');
    const about = { account, request: 'r1' };
    expect(await writer.causedBy('requested', about, { job: 'j1' })).toEqual(['U0ANA']);
    expect(await writer.causedBy('requested', about, { job: 'j' })).toEqual([]);
  });

  test('an entry belongs to the run of the job that wrote it first', async () => {
    const account = freshAccount();
    const append = (holder?: string) => ledger().append(entry(account, 1), 'j1', holder);
    expect(await append('run 1')).toBe(true);
    expect(await append('run 1')).toBe(true);
    expect(await append('run 2')).toBe(false);
    expect(await append()).toBe(false);
  });

  test('rejects if the table stays down, and continues once it is back', async () => {
    const account = freshAccount();
    const writer = ledger();
    const refused = local.aws.faults.next('DynamoDB.TransactWriteItems', serverError, 100);
    const appended = [1, 2].map((number) => writer.append(entry(account, number), 'j1'));
    expect((await Promise.allSettled(appended)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    refused.release();
    await writer.append(entry(account, 3), 'j1');
    expect(await writer.verify(account)).toMatchObject({ entries: 1 });
  });

  test('succeeds although another process writes in each of its pauses', async () => {
    const account = freshAccount();
    const pause = vi.spyOn(Math, 'random').mockReturnValue(0);
    const table = ownTable(local.aws);
    const other = ledger();
    let others = 0;
    const otherWrites = (): Promise<boolean> => {
      others += 1;
      return other.append(entry(account, others), 'other');
    };
    const writer = auditLogIn({
      ...table,
      transact: (writes) =>
        table.transact(writes).catch(async (error: unknown) => {
          await otherWrites();
          throw error;
        }),
    });
    await writer.append(entry(account, 100), 'j1');
    await otherWrites();
    await writer.append(entry(account, 101), 'j1');
    pause.mockRestore();
    expect(await writer.verify(account)).toMatchObject({ entries: others + 2 });
  });

  test('fails with words for people if others are first at every attempt', async () => {
    const account = freshAccount();
    const pause = vi.spyOn(Math, 'random').mockReturnValue(0);
    const conflict = { Code: 'TransactionConflict', Item: undefined };
    const crowded = auditLogIn({
      ...ownTable(local.aws),
      transact: () => Promise.reject(new TransactionCanceled([conflict, conflict, conflict])),
    });
    const error = await crowded.append(entry(account, 1), 'j1').catch((thrown: unknown) => thrown);
    pause.mockRestore();
    expect(explain(error)).toEqual([
      failed('The audit log is busy, and unlogged changes are blocked.'),
      note('Nothing was changed. Try again in a minute.'),
    ]);
    expect(await ledger().verify(account)).toEqual({ entries: 0 });
  });

  test('text that is no valid Unicode, and absent fields, keep their hash', async () => {
    const account = freshAccount();
    await ledger().append(entry(account, 1, { title: 'half \ud83d', note: '', job: undefined }), 'j1');
    expect(await ledger().verify(account.toLowerCase())).toMatchObject({ entries: 1 });
    expect((await ledger().verify(account)).failure).toBeUndefined();
  });

  test('entries and head never expire, but the markers that keep an entry single do', async () => {
    const account = await accountWith(1);
    expect(await item(account, 1)).not.toHaveProperty('ttl');
    expect(await item(account, 'head')).not.toHaveProperty('ttl');
    const { Items = [] } = await local.table.send(
      new ScanCommand({
        TableName: local.aws.tableName,
        FilterExpression: 'begins_with(pk, :pk)',
        ExpressionAttributeValues: { ':pk': `once#${account}#` },
      }),
    );
    expect(Items).toMatchObject([{ ttl: expect.any(Number) }]);
  });
});

test('the hash covers the client that requested an entry, what the entry proves, and the policy', async () => {
  const account = freshAccount();
  await ledger().append(entry(account, 1), 'j1');
  await ledger().append(entry(account, 2, { through: 'Slackbot', digest: 'd1', policy: 'p1' }), 'j2');
  const { entries } = await ledger().read({ account, limit: 10 });
  expect(entries.map(({ through, digest, policy }) => [through, digest, policy])).toEqual([
    ['Slackbot', 'd1', 'p1'],
    [undefined, undefined, undefined],
  ]);
  expect(await ledger().verify(account)).not.toHaveProperty('failure');

  const kept = await item(account, 2);
  const { through: _, ...direct } = kept;
  const { digest: __, ...unproven } = kept;
  const { policy: ___, ...ofNoPolicy } = kept;
  for (const changed of [
    direct,
    { ...kept, through: 'API key 7f3a21' },
    unproven,
    { ...kept, digest: 'd2' },
    ofNoPolicy,
    { ...kept, policy: 'p2' },
    { ...direct, digest: 'Slackbot' },
  ]) {
    await put(changed);
    expect(await ledger().verify(account)).toMatchObject({ failure: { seq: 2, why: 'was changed' } });
  }
});

describe('read', () => {
  test('pages from the newest to the oldest without a gap', async () => {
    const account = await accountWith(7);
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const page = await ledger().read({ account, before, limit: 3 });
      seen.push(...page.entries.map(({ seq }) => seq));
      before = page.older;
    } while (before);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  test('a full last page has no older one', async () => {
    const account = await accountWith(4);
    const { older } = await ledger().read({ account, limit: 2 });
    expect(older).toBe(3);
    expect((await ledger().read({ account, limit: 2, before: older })).older).toBeUndefined();
  });

  test('filters by person, by operation, by target and by time', async () => {
    const account = freshAccount();
    const writer = ledger();
    await writer.append(entry(account, 1), 'j1');
    await writer.append(entry(account, 2, { person: 'U0BEN', operation: 'firewall.intra.create' }), 'j1');
    await writer.append(entry(account, 3, { operation: 'firewall.delete', targets: ['firewall/DE1'] }), 'j1');
    const seqs = async (more: object) =>
      (await writer.read({ account, limit: 10, ...more })).entries.map(({ seq }) => seq);
    expect(await seqs({ person: 'U0BEN' })).toEqual([2]);
    expect(await seqs({ about: 'Firewall' })).toEqual([3, 2]);
    expect(await seqs({ about: 'firewall intra' })).toEqual([2]);
    expect(await seqs({ about: 'firewall/de1' })).toEqual([3]);
    expect(await seqs({ since: noon + 2 * 60_000 })).toEqual([3, 2]);
    expect(await seqs({ about: 'firewall', person: 'U0ANA' })).toEqual([3]);
    expect(await seqs({ person: 'U0NOBODY' })).toEqual([]);
  });

  test('an entry that was written late does not hide those before it', async () => {
    const account = freshAccount();
    const writer = ledger();
    await writer.append(entry(account, 5), 'j1');
    await writer.append(entry(account, 1), 'j1');
    const { entries } = await writer.read({ account, since: noon + 4 * 60_000, limit: 10 });
    expect(entries.map(({ request }) => request)).toEqual(['r5']);
  });

  test('keeps accounts apart', async () => {
    const [one, other] = [await accountWith(1), await accountWith(2)];
    expect((await ledger().read({ account: one, limit: 10 })).entries).toHaveLength(1);
    expect((await ledger().read({ account: other, limit: 10 })).entries).toHaveLength(2);
    expect(await ledger().read({ account: 'NONE', limit: 10 })).toEqual({ entries: [] });
  });
});

describe('verify finds', () => {
  const change = (account: string, seq: number | 'head', field: string, value: unknown) =>
    local.table.send(
      new UpdateCommand({
        ...key(account, seq),
        UpdateExpression: 'SET #field = :value',
        ExpressionAttributeNames: { '#field': field },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  const remove = (account: string, seq: number | 'head') =>
    local.table.send(new DeleteCommand(key(account, seq)));

  test.each<[string, unknown]>([
    ['account', 'OTHER'],
    ['at', noon],
    ['event', 'approved'],
    ['person', 'U0BEN'],
    ['operation', 'alert.delete'],
    ['title', 'do nothing'],
    ['targets', []],
    ['request', 'other'],
    ['job', 'de1-1'],
    ['note', 'because'],
    ['hash', 'f'.repeat(64)],
    ['event', 'invented'],
    ['at', 'yesterday'],
  ])('a changed %s', async (field, value) => {
    const account = await accountWith(4);
    await change(account, 2, field, value);
    expect(await ledger().verify(account)).toMatchObject({
      entries: 1,
      failure: { seq: 2, why: field === 'account' ? 'is about OTHER' : 'was changed' },
    });
  });

  test('the whole chain of another account, including its head', async () => {
    const [account, other] = [await accountWith(2), await accountWith(3)];
    for (const seq of [1, 2, 3, 'head'] as const) {
      await put({ ...(await item(other, seq)), pk: key(account, seq).Key.pk });
    }
    expect(await ledger().verify(account)).toEqual({
      entries: 0,
      failure: { seq: 1, why: `is about ${other}` },
    });
  });

  test('a truncated log whose head was set back, by a hash that was noted before, and by it alone', async () => {
    const logged: StoredEntry[] = [];
    const account = freshAccount();
    const writer = ledger((entry) => logged.push(entry));
    for (const number of [1, 2, 3, 4]) await writer.append(entry(account, number), 'j1');
    const [, second, , last] = logged;
    await remove(account, 4);
    await remove(account, 3);
    await put({ ...key(account, 'head').Key, seq: 2, hash: second?.hash });
    expect((await ledger().verify(account)).failure).toBeUndefined();
    expect(await ledger().verify(account, { hash: String(second?.hash) })).toMatchObject({
      entries: 2,
      checkpoint: 2,
    });
    expect(await ledger().verify(account, { hash: String(last?.hash) })).toMatchObject({
      entries: 2,
      failure: { seq: 2, why: 'is the last, and no entry matches your checkpoint' },
    });
  });

  const removes =
    (...seqs: readonly number[]) =>
    async (account: string) => {
      for (const seq of seqs) await remove(account, seq);
    };
  const forges = (field: string, value: unknown) => (account: string) =>
    change(account, 'head', field, value);
  /** Replaces an entry by another one that is hashed after the entry before it. */
  const sealsAgain = (seq: number) => async (account: string) => {
    const { previous } = (await ledger().read({ account, before: seq + 1, limit: 1 })).entries[0] ?? {};
    const end = { seq: seq - 1, hash: previous ?? '' };
    const { seq: _, ...content } = seal(entry(account, seq, { title: 'do nothing' }), end);
    await put({ ...key(account, seq).Key, ...content });
  };
  const swaps = async (account: string) => {
    const [second, third] = [await item(account, 2), await item(account, 3)];
    await put({ ...second, sk: third.sk });
    await put({ ...third, sk: second.sk });
  };

  const unlinked = 'doesn’t follow the entry before it';
  const notTheLast = 'isn’t the last one that was written';
  const overwritten = 'should be the last, but the head of the log was changed';

  test.each<[string, (account: string) => Promise<unknown>, number, number, string]>([
    ['a removed entry', removes(2), 1, 2, 'is missing'],
    ['a removed first entry', removes(1), 0, 1, 'is missing'],
    ['a truncated log', removes(4, 3), 2, 3, 'is missing'],
    ['all entries removed, with the head left', removes(1, 2, 3, 4), 0, 1, 'is missing'],
    ['two swapped entries', swaps, 1, 2, unlinked],
    ['an entry that was hashed again, by the one after it', sealsAgain(2), 2, 3, unlinked],
    ['a last entry that was hashed again, by the head', sealsAgain(4), 4, 4, notTheLast],
    ['a head that is ahead', forges('seq', 9), 4, 5, 'is missing'],
    ['a head that was set back', forges('seq', 3), 4, 4, 'comes after the end of the log'],
    ['a head with another hash', forges('hash', 'f'.repeat(64)), 4, 4, notTheLast],
    ['an invalid head', forges('seq', 'many'), 4, 4, overwritten],
  ])('%s', async (_, tamper, entries, seq, why) => {
    const account = await accountWith(4);
    await tamper(account);
    expect(await ledger().verify(account)).toMatchObject({ entries, failure: { seq, why } });
  });

  test('a removed head, after which no more entries are taken', async () => {
    const account = await accountWith(2);
    await remove(account, 'head');
    expect(await ledger().verify(account)).toMatchObject({
      failure: { seq: 1, why: 'comes after the end of the log' },
    });
    await expect(ledger().append(entry(account, 3), 'j1')).rejects.toThrow('entries after its head');
  });

  test('a fully rewritten chain, by a hash that was noted before', async () => {
    const account = await accountWith(3);
    const { last } = await ledger().verify(account);
    const noted = last?.hash.slice(0, 16) ?? '';
    await ledger().append(entry(account, 4), 'j1');
    expect(await ledger().verify(account, { hash: noted.toUpperCase() })).toMatchObject({
      entries: 4,
      checkpoint: 3,
    });

    let end = { seq: 0, hash: '0'.repeat(64) };
    for (const number of [1, 2, 3, 4]) {
      const { seq, ...content } = seal(entry(account, number, { person: 'U0EVE' }), end);
      await put({ ...key(account, seq).Key, ...content });
      end = { seq, hash: content.hash };
    }
    await put({ ...key(account, 'head').Key, ...end });
    expect((await ledger().verify(account)).failure).toBeUndefined();
    expect(await ledger().verify(account, { hash: noted })).toMatchObject({
      failure: { why: 'is the last, and no entry matches your checkpoint' },
    });
  });

  test('a start that nobody approved, in an intact chain', async () => {
    const account = freshAccount();
    const request = { request: 'r1', digest: 'd1' };
    const events = ['requested', 'started', 'applied'] as const;
    for (const [at, event] of events.entries())
      await ledger().append(entry(account, at, { ...request, event }), 'j1');
    expect(await ledger().verify(account)).toMatchObject({
      entries: 1,
      failure: { seq: 2, why: 'starts what nobody confirmed or approved before as it was requested' },
    });
  });

  test('changes after a checkpoint, without the entries before it', async () => {
    const account = await accountWith(5);
    const logged = await ledger().read({ account, limit: 5 });
    await remove(account, 1);
    const hashOf = (seq: number): string => logged.entries.find((one) => one.seq === seq)?.hash ?? '';
    const from = async (seq: number, hash = hashOf(seq)) => ledger().verify(account, { hash, from: seq });
    expect(await from(3)).toEqual({ entries: 3, last: { seq: 5, hash: hashOf(5) }, checkpoint: 3 });
    expect(await from(2, hashOf(1))).toMatchObject({
      failure: { seq: 5, why: 'is the last, and no entry matches your checkpoint' },
    });
    expect(await from(6, hashOf(5))).toMatchObject({ entries: 0, failure: { seq: 6, why: 'is missing' } });
  });

  test('nothing while others append', async () => {
    const account = await accountWith(2);
    const appending = Promise.all(
      [3, 4, 5, 6].map((number) => ledger().append(entry(account, number), 'j1')),
    );
    const verified = await Promise.all(Array.from({ length: 8 }, () => ledger().verify(account)));
    await appending;
    expect(verified.map(({ failure }) => failure)).toEqual(Array(8).fill(undefined));
  });
});
