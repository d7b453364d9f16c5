import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serverError, throttled } from '../../../../local/aws/index.ts';
import { failed, note } from '../../../../src/answer/answer.ts';
import { approvalsIn } from '../../../../src/aws/sdk/approval-store.ts';
import { TransactionCanceled } from '../../../../src/aws/sdk/dynamodb.ts';
import type { Approval } from '../../../../src/change/model/approval.ts';
import { expire, withdraw } from '../../../../src/change/transitions/closing.ts';
import { storeDue } from '../../../../src/change/transitions/sent-messages.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { explain } from '../../../../src/evaluate/describe-error.ts';
import { noon, request, voteOf } from '../../approvals/requests.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();
afterEach(() => local.aws.faults.clear());

const approvals = () => approvalsIn(ownTable(local.aws));

let requests = 0;
async function kept(more: Partial<Approval> = {}): Promise<Approval> {
  requests += 1;
  const approval = request({ id: `r${requests}`, ...more });
  await approvals().put(approval);
  return approval;
}
const waitingIds = async () => (await approvals().waiting()).map(({ id }) => id);

describe('one request', () => {
  test('is read as it was put', async () => {
    const approval = await kept({ ticket: 'OPS-7', votes: [voteOf('U0BEN')] });
    expect(await approvals().get(approval.id)).toEqual(approval);
  });

  test('is found by its number, also after it was put again or has ended', async () => {
    const approval = await kept({ number: 4711 });
    await approvals().put({ ...approval, number: 4712 });
    await approvals().change(approval.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    expect(await approvals().idOf(4711)).toBe(approval.id);
    expect(await approvals().idOf(4712)).toBeUndefined();
  });

  test('is undefined where there is none', async () => {
    expect(await approvals().get('none')).toBeUndefined();
    expect(await approvals().change('none', (approval) => ({ approval }))).toEqual({
      refused: 'This request no longer exists.',
    });
  });

  test('put again stays as it has become', async () => {
    const approval = await kept();
    await approvals().change(approval.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    await approvals().put(approval);
    expect(await approvals().get(approval.id)).toMatchObject({ phase: 'withdrawn' });
    expect(await waitingIds()).toContain(approval.id);
    await approvals().change(approval.id, (now) => storeDue(now, 'j1', []));
    expect(await waitingIds()).not.toContain(approval.id);
  });

  test('put ten times at once is there once', async () => {
    const approval = request({ id: 'r-ten' });
    await Promise.all(Array.from({ length: 10 }, () => approvals().put(approval)));
    expect((await waitingIds()).filter((id) => id === 'r-ten')).toHaveLength(1);
  });

  test('a refused step writes nothing', async () => {
    const approval = await kept();
    const before = local.aws.faults.calls('DynamoDB.TransactWriteItems');
    expect(
      await approvals().change(approval.id, (now) => withdraw(now, { person: 'U0BEN', job: 'j1' }, noon)),
    ).toEqual({
      refused: 'Only the requester can withdraw it.',
    });
    expect(await approvals().change(approval.id, (now) => ({ approval: now }))).toEqual({ approval });
    expect(local.aws.faults.calls('DynamoDB.TransactWriteItems')).toBe(before);
  });

  test('is kept for over a year, and then no longer', async () => {
    const { id, expires } = await kept();
    const Key = { pk: `approval#${id}`, sk: 'approval' };
    const { Item } = await local.table.send(new GetCommand({ TableName: local.aws.tableName, Key }));
    expect(Item?.ttl).toBe(expires / 1000 + 400 * 86_400);
  });
});

describe('many at once', () => {
  test('each request gets a number of its own', async () => {
    const numbers = await Promise.all(Array.from({ length: 25 }, () => approvals().takeNumber()));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });

  test('twenty-five changes each see those before', async () => {
    const { id } = await kept({ approvers: 200 });
    const seen: number[] = [];
    await Promise.all(
      Array.from({ length: 25 }, async (_, at) => {
        const transitioned = await approvals().change(id, (now) => addVote(now, voteOf(`U0P${at}`)));
        if ('approval' in transitioned) seen.push(transitioned.approval.votes.length);
      }),
    );
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    const { votes = [] } = (await approvals().get(id)) ?? {};
    expect(new Set(votes.map(({ person }) => person)).size).toBe(25);
  });

  test('a hundred votes where two are needed: two count', async () => {
    const { id } = await kept({ approvers: 2 });
    const transitioned = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        approvals().change(id, (now) => addVote(now, voteOf(`U0P${at}`))),
      ),
    );
    expect(transitioned.filter((result) => 'approval' in result)).toHaveLength(2);
    expect(await approvals().get(id)).toMatchObject({ phase: 'approved', votes: [{}, {}] });
  });
});

describe('those that wait', () => {
  test('are those that are open, approved or running, soonest to expire first', async () => {
    const late = await kept({ expires: noon + 3_000 });
    const soon = await kept({ expires: noon + 1_000 });
    const over = await kept({ expires: noon + 2_000 });
    const to = (id: string, phase: Approval['phase']) =>
      approvals().change(id, (now) => ({ approval: { ...now, phase } }));
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
    await approvals().change(id, (now) => expire(now, now.expires));
    expect(await waitingIds()).toContain(id);
    await approvals().change(id, (now) => storeDue(now, 'expiry', []));
    expect(await waitingIds()).not.toContain(id);
  });

  test('are all there, however many', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => kept({ reason: 'w'.repeat(500) })));
    expect(await waitingIds()).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
  });
});

describe('a table that is busy', () => {
  const vote = (id: string) => approvals().change(id, (now) => addVote(now, voteOf('U0BEN')));

  test('throttling and an error of the table pass', async () => {
    const { id } = await kept();
    local.aws.faults.next('DynamoDB.GetItem', throttled);
    local.aws.faults.next('DynamoDB.TransactWriteItems', throttled);
    local.aws.faults.next('DynamoDB.TransactWriteItems', serverError);
    expect(await vote(id)).toMatchObject({ approval: { phase: 'approved' } });
  });

  test.each(['ThrottlingError', 'TransactionConflict'])(
    'a new request whose transaction meets %s is kept all the same',
    async (Code) => {
      const real = ownTable(local.aws);
      const refusals = [new TransactionCanceled([{ Code, Item: undefined }])];
      const approval = request({ id: `r-${Code}` });
      await approvalsIn({
        ...real,
        async transact(writes) {
          const refusal = refusals.pop();
          if (refusal) throw refusal;
          await real.transact(writes);
        },
      }).put(approval);
      expect(await approvals().get(approval.id)).toEqual(approval);
      expect(await waitingIds()).toContain(approval.id);
    },
  );

  describe('for as long as anybody tries', () => {
    const crowded = () =>
      approvalsIn({
        ...ownTable(local.aws),
        transact: () =>
          Promise.reject(new TransactionCanceled([{ Code: 'TransactionConflict', Item: undefined }])),
      });
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
      expect(await approvals().get(id)).toMatchObject({ phase: 'open', votes: [] });
    });

    test('a request is said not to be written down, and is not', async () => {
      const approval = request({ id: 'r-crowded' });
      const error = await crowded()
        .put(approval)
        .catch((thrown: unknown) => thrown);
      expect(explain(error)).toEqual([
        failed('Too many requests at once, so yours wasn’t stored.'),
        note('Nothing was changed. Ask again in a minute.'),
      ]);
      expect(await approvals().get('r-crowded')).toBeUndefined();
    });
  });

  test('an answer lost on its way counts the vote once', async () => {
    const { id } = await kept({ approvers: 2 });
    local.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'lose' });
    expect(await vote(id)).toMatchObject({ approval: { phase: 'open', votes: [{ person: 'U0BEN' }] } });
    expect((await approvals().get(id))?.votes).toHaveLength(1);
  });

  test('a table that stays away is said to be', async () => {
    const { id } = await kept();
    const away = local.aws.faults.next('DynamoDB.TransactWriteItems', serverError, 20);
    await expect(vote(id)).rejects.toThrow();
    away.release();
    expect(await approvals().get(id)).toMatchObject({ phase: 'open', votes: [] });
  });
});
