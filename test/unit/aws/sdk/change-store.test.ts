import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serverError, throttled } from '../../../../local/aws/index.ts';
import { failed, note } from '../../../../src/answer/answer.ts';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { TransactionCanceled } from '../../../../src/aws/sdk/dynamodb.ts';
import { votesOf } from '../../../../src/change/model/approval.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { expire, withdraw } from '../../../../src/change/transitions/closing.ts';
import { storeTold } from '../../../../src/change/transitions/sent-messages.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { explain } from '../../../../src/evaluate/describe-error.ts';
import { noon, type RequestFacts, request, voteOf } from '../../approvals/requests.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();
afterEach(() => local.aws.faults.clear());

const changes = () => changesIn(ownTable(local.aws), Date.now);

let requests = 0;
async function kept(more: RequestFacts = {}): Promise<Change> {
  requests += 1;
  const change = request({ id: `r${requests}`, ...more });
  await changes().put(change);
  return change;
}
const waitingIds = async () => (await changes().waiting()).map(({ id }) => id);

describe('one request', () => {
  test('is read as it was put', async () => {
    const change = await kept({ ticket: 'OPS-7', votes: [voteOf('U0BEN')] });
    expect(await changes().get(change.id)).toEqual(change);
  });

  test('is found by its number, also after it was put again or has ended', async () => {
    const change = await kept({ number: 4711 });
    await changes().put({ ...change, number: 4712 });
    await changes().change(change.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    expect(await changes().idOf(4711)).toBe(change.id);
    expect(await changes().idOf(4712)).toBeUndefined();
  });

  test('is undefined where there is none', async () => {
    expect(await changes().get('none')).toBeUndefined();
    expect(await changes().change('none', (change) => ({ change }))).toEqual({
      refused: 'This request no longer exists.',
    });
  });

  test('put again stays as it has become', async () => {
    const change = await kept();
    await changes().change(change.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    await changes().put(change);
    expect(await changes().get(change.id)).toMatchObject({ status: 'withdrawn' });
    expect(await waitingIds()).toContain(change.id);
    await changes().change(change.id, (now) => storeTold(now, { job: 'j1', left: [], posted: [] }, 0));
    expect(await waitingIds()).not.toContain(change.id);
  });

  test('put ten times at once is there once', async () => {
    const change = request({ id: 'r-ten' });
    await Promise.all(Array.from({ length: 10 }, () => changes().put(change)));
    expect((await waitingIds()).filter((id) => id === 'r-ten')).toHaveLength(1);
  });

  test('a refused step writes nothing', async () => {
    const change = await kept();
    const before = local.aws.faults.calls('DynamoDB.TransactWriteItems');
    expect(
      await changes().change(change.id, (now) => withdraw(now, { person: 'U0BEN', job: 'j1' }, noon)),
    ).toEqual({
      refused: 'Only the requester can withdraw it.',
    });
    expect(await changes().change(change.id, (now) => ({ change: now }))).toEqual({ change });
    expect(local.aws.faults.calls('DynamoDB.TransactWriteItems')).toBe(before);
  });

  test('that this store gave or took last is not read again to be changed', async () => {
    const store = changes();
    const change = request({ id: 'r-known' });
    await store.put(change);
    const reads = local.aws.faults.calls('DynamoDB.GetItem');
    const once = await store.change(change.id, (now) => ({ change: { ...now, lastJob: 'j1' } }), change);
    const known = 'change' in once ? once.change : change;
    await store.change(change.id, (now) => ({ change: { ...now, lastJob: `${now.lastJob}, j2` } }), known);
    expect(local.aws.faults.calls('DynamoDB.GetItem')).toBe(reads);
    expect(await changes().get(change.id)).toEqual({ ...change, lastJob: 'j1, j2' });
  });

  test('is read where it has changed since: then it is refused for what it is now', async () => {
    const store = changes();
    const change = await kept();
    const known = await store.get(change.id);
    await changes().change(change.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    expect(
      await store.change(change.id, (now) => addVote(now, voteOf('U0BEN'), { lapsed: new Map() }), known),
    ).toEqual({ refused: 'The requester withdrew it.' });
    expect(
      await store.change(change.id, (now) => withdraw(now, { person: 'U0BEN', job: 'j2' }, noon), known),
    ).toHaveProperty('refused');
  });

  test('is kept for over a year, and then no longer', async () => {
    const { id, expires } = await kept();
    const Key = { pk: `change#${id}`, sk: 'change' };
    const { Item } = await local.table.send(new GetCommand({ TableName: local.aws.tableName, Key }));
    expect(Item?.ttl).toBe(expires / 1000 + 400 * 86_400);
  });
});

describe('many at once', () => {
  test('each request gets a number of its own', async () => {
    const numbers = await Promise.all(Array.from({ length: 25 }, () => changes().takeNumber()));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });

  test('twenty-five changes each see those before', async () => {
    const { id } = await kept({ approvers: 200 });
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 25 }, async (_, at) => {
        const transitioned = await changes().change(id, (now) => addVote(now, voteOf(`U0P${at}`)));
        if ('change' in transitioned) seen.push(votesOf(transitioned.change).length);
      }),
    );
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    const { votes = [] } = (await changes().get(id))?.approval ?? {};
    expect(new Set(votes.map(({ person }) => person)).size).toBe(25);
  });

  test('a hundred votes where two are needed: two count', async () => {
    const { id } = await kept({ approvers: 2 });
    const transitioned = await Promise.all(
      Array.from({ length: 100 }, (_, at) => changes().change(id, (now) => addVote(now, voteOf(`U0P${at}`)))),
    );
    expect(transitioned.filter((result) => 'change' in result)).toHaveLength(2);
    expect(await changes().get(id)).toMatchObject({ status: 'approved', approval: { votes: [{}, {}] } });
  });
});

describe('those that wait', () => {
  test('are those that are open, approved or running, soonest to expire first', async () => {
    const late = await kept({ expires: noon + 3_000 });
    const soon = await kept({ expires: noon + 1_000 });
    const over = await kept({ expires: noon + 2_000 });
    const to = (id: string, status: Change['status']) =>
      changes().change(id, (now) => ({ change: { ...now, status } }));
    await to(over.id, 'rejected');
    const mine = async () => (await waitingIds()).filter((id) => [late.id, soon.id, over.id].includes(id));
    expect(await mine()).toEqual([soon.id, late.id]);
    await to(soon.id, 'approved');
    await to(late.id, 'running');
    expect(await mine()).toEqual([soon.id, late.id]);
    await to(soon.id, 'done');
    await to(late.id, 'unknown');
    expect(await mine()).toEqual([]);
  });

  test('are also those whose end is not on record yet', async () => {
    const { id } = await kept();
    await changes().change(id, (now) => expire(now, now.expires));
    expect(await waitingIds()).toContain(id);
    await changes().change(id, (now) => storeTold(now, { job: 'expiry', left: [], posted: [] }, 0));
    expect(await waitingIds()).not.toContain(id);
  });

  test('are all there, however many', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => kept({ reason: 'w'.repeat(500) })));
    expect(await waitingIds()).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
  });
});

describe('a table that is busy', () => {
  const vote = (id: string) => changes().change(id, (now) => addVote(now, voteOf('U0BEN')));

  test('throttling and an error of the table pass', async () => {
    const { id } = await kept();
    local.aws.faults.next('DynamoDB.GetItem', throttled);
    local.aws.faults.next('DynamoDB.TransactWriteItems', throttled);
    local.aws.faults.next('DynamoDB.TransactWriteItems', serverError);
    expect(await vote(id)).toMatchObject({ change: { status: 'approved' } });
  });

  test.each(['ThrottlingError', 'TransactionConflict'])(
    'a new request whose transaction meets %s is kept all the same',
    async (Code) => {
      const real = ownTable(local.aws);
      const refusals = [new TransactionCanceled([{ Code, Item: undefined }])];
      const change = request({ id: `r-${Code}` });
      await changesIn(
        {
          ...real,
          async transact(writes) {
            const refusal = refusals.pop();
            if (refusal) throw refusal;
            await real.transact(writes);
          },
        },
        Date.now,
      ).put(change);
      expect(await changes().get(change.id)).toEqual(change);
      expect(await waitingIds()).toContain(change.id);
    },
  );

  describe('for as long as anybody tries', () => {
    const crowded = () =>
      changesIn(
        {
          ...ownTable(local.aws),
          transact: () =>
            Promise.reject(new TransactionCanceled([{ Code: 'TransactionConflict', Item: undefined }])),
        },
        Date.now,
      );
    // Nobody waits between the tries.
    beforeEach(() => vi.spyOn(Math, 'random').mockReturnValue(0));
    afterEach(() => vi.restoreAllMocks());

    test('a vote is said not to be counted, and is not', async () => {
      const { id } = await kept();
      const error = await crowded()
        .change(id, (now) => addVote(now, voteOf('U0BEN')))
        .catch((thrown: unknown) => thrown);
      expect(explain(error)).toEqual([
        failed('Many people decide at once, and yours was not counted.'),
        note('Nothing was changed. Press again.'),
      ]);
      expect(await changes().get(id)).toMatchObject({ status: 'open', approval: { votes: [] } });
    });

    test('a request is said not to be written down, and is not', async () => {
      const change = request({ id: 'r-crowded' });
      const error = await crowded()
        .put(change)
        .catch((thrown: unknown) => thrown);
      expect(explain(error)).toEqual([
        failed('Too many requests at once, so yours wasn’t stored.'),
        note('Nothing was changed. Ask again in a minute.'),
      ]);
      expect(await changes().get('r-crowded')).toBeUndefined();
    });
  });

  test('an answer lost on its way counts the vote once', async () => {
    const { id } = await kept({ approvers: 2 });
    local.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'lose' });
    expect(await vote(id)).toMatchObject({
      change: { status: 'open', approval: { votes: [{ person: 'U0BEN' }] } },
    });
    expect((await changes().get(id))?.approval?.votes).toHaveLength(1);
  });

  test('a table that stays away is said to be', async () => {
    const { id } = await kept();
    const away = local.aws.faults.next('DynamoDB.TransactWriteItems', serverError, 20);
    await expect(vote(id)).rejects.toThrow();
    away.release();
    expect(await changes().get(id)).toMatchObject({ status: 'open', approval: { votes: [] } });
  });
});
