import { afterEach, describe, expect, test, vi } from 'vitest';
import { serverError } from '../../../../local/aws/index.ts';
import { failed, note } from '../../../../src/answer/answer.ts';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { TransactionCanceled } from '../../../../src/aws/sdk/dynamodb.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { isReversal } from '../../../../src/change/model/reversal.ts';
import { wakesAt } from '../../../../src/change/model/todo.ts';
import { endNow, extend } from '../../../../src/change/transitions/moving.ts';
import { claim, complete } from '../../../../src/change/transitions/running.ts';
import { markHandled } from '../../../../src/change/transitions/sent-messages.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { explain } from '../../../../src/evaluate/describe-error.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { endOf, endStart, endsAt } from '../../../support/made/ends.ts';
import { ownTable } from '../../../support/made/own-table.ts';
import { noon, type RequestFacts, request, voteOf } from '../../../support/made/requests.ts';

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
  test('is read as it was stored', async () => {
    const change = await kept({ ticket: 'OPS-7', votes: [voteOf('U0BEN')] });
    expect(await changes().get(change.id)).toEqual(change);
  });

  test('is found by its number, also after it was stored again or has ended', async () => {
    const change = await kept({ number: 4711 });
    await changes().put({ ...change, number: 4712 });
    await changes().change(change.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    expect(await changes().idOf(4711)).toBe(change.id);
    expect(await changes().idOf(4712)).toBeUndefined();
  });

  test('is undefined if there is none', async () => {
    expect(await changes().get('none')).toBeUndefined();
    expect(await changes().change('none', (change) => ({ change }))).toEqual({
      refused: 'This request no longer exists.',
    });
  });

  test('keeps its state if it is stored again', async () => {
    const change = await kept();
    await changes().change(change.id, (now) => withdraw(now, { person: 'U0ANA', job: 'j1' }, noon));
    await changes().put(change);
    expect(await changes().get(change.id)).toMatchObject({ status: 'withdrawn' });
    expect(await waitingIds()).toContain(change.id);
    await changes().change(change.id, (now) => markHandled(now, { of: now, remaining: [], posted: [] }, 0));
    expect(await waitingIds()).not.toContain(change.id);
  });

  test('exists once if it is stored ten times at once', async () => {
    const change = request({ id: 'r-ten' });
    await Promise.all(Array.from({ length: 10 }, () => changes().put(change)));
    expect((await waitingIds()).filter((id) => id === 'r-ten')).toHaveLength(1);
  });

  test('is not written by a refused transition', async () => {
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

  test('is not read again for a transition if this store returned or received it last', async () => {
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

  test('is read again if it has changed since, and then refused in its current state', async () => {
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
});

describe('many at once', () => {
  test('each request gets a number of its own', async () => {
    const numbers = await Promise.all(Array.from({ length: 25 }, () => changes().takeNumber()));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  });

  test.each([
    ['waits for its turn', false],
    ['is refused while another one is in progress', true],
  ])('of a hundred votes on a request that needs two, each of which %s, two count', async (_, conflicts) => {
    const { id } = await kept({ approvers: 2 });
    local.aws.table.refuseConflicts(conflicts);
    const transitioned = await Promise.all(
      Array.from({ length: 100 }, (_, at) => changes().change(id, (now) => addVote(now, voteOf(`U0P${at}`)))),
    );
    local.aws.table.refuseConflicts(false);
    expect(transitioned.filter((result) => 'change' in result)).toHaveLength(2);
    expect(await changes().get(id)).toMatchObject({ status: 'approved', approval: { votes: [{}, {}] } });
  });
});

describe('waiting changes', () => {
  test('are the open, approved and running ones, soonest to expire first', async () => {
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

  test('are all listed, however many', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, () => kept({ reason: 'w'.repeat(500) })));
    expect(await waitingIds()).toEqual(expect.arrayContaining(all.map(({ id }) => id)));
  });
});

describe('the end of a step', () => {
  const hour = 3_600_000;
  const run = { job: 'e1', run: 'r1' };
  const outcome = { kind: 'done', answer: [], job: 'e1' } as const;

  test('is listed as an end, until it is over and fully reported', async () => {
    const late = endOf({ expires: endsAt + 3 * hour, step: { startsAt: endsAt + 3 * hour } }, 'list-late');
    const soon = endOf({}, 'list-soon');
    await changes().put(late);
    await changes().put(soon);
    const listed = async () =>
      (await changes().waiting()).filter(({ id }) => [late.id, soon.id].includes(id));
    const ids = async () => (await listed()).map(({ id }) => id);
    expect(await ids()).toEqual([soon.id, late.id]);
    expect((await listed())[0]).toEqual({
      id: soon.id,
      requester: soon.requester,
      created: soon.created,
      expires: soon.expires,
      isOver: false,
      cause: 'time',
      accounts: ['ACME'],
      endsAt,
      wakesAt: wakesAt(soon),
    });

    await changes().change(soon.id, (now) => claim(now, 0, run, endsAt));
    await changes().change(soon.id, (now) => complete(now, 0, outcome, endsAt));
    expect((await listed())[0]).toMatchObject({ id: soon.id, isOver: true });
    const told = await changes().get(soon.id);
    if (!told || !isReversal(told)) throw new Error('It is there');
    await changes().change(soon.id, (now) => markHandled(now, { of: told, remaining: [], posted: [] }, 0));
    expect(await ids()).toEqual([late.id]);
  });

  test('is moved or made if both are tried at once: one wins, and the other is refused', async () => {
    for (let number = 0; number < 10; number += 1) {
      const one = endOf({}, `race-${number}`);
      await changes().put(one);
      const job = `${one.id}:run`;
      const [extended, begun] = await Promise.all([
        changes().change(one.id, (now) => extend(now, { from: endsAt, to: endsAt + hour }, endStart)),
        changes().change(one.id, (now) => claim(now, 0, { ...run, job }, endStart)),
      ]);
      const isExtended = 'change' in extended;
      expect('change' in begun).toBe(!isExtended);
      expect(await changes().get(one.id)).toMatchObject({ status: isExtended ? 'approved' : 'running' });
      expect([extended, begun]).toContainEqual({
        refused: isExtended ? 'Its end was moved.' : 'It is ending right now.',
      });
    }
  });
});

describe('a change that a transition creates', () => {
  /** A step that runs, and its outcome with its end. */
  async function running() {
    const claimed = { at: noon, job: 'run', run: 'r1' };
    const { id } = await kept({ status: 'running', steps: [stepOf({ claimed })] });
    const ends = endOf({}, id);
    const outcome = { kind: 'done', answer: [], job: 'run', ends } as const;
    const close = () => changes().change(id, (now) => complete(now, 0, outcome, noon));
    return { id, ends, close };
  }
  const writes = () => local.aws.faults.calls('DynamoDB.TransactWriteItems');

  test('is stored in the same write, and listed', async () => {
    const { id, ends, close } = await running();
    const before = writes();
    await close();
    expect(writes()).toBe(before + 1);
    expect(await changes().get(id)).toMatchObject({ status: 'done', steps: [{ end: { phase: 'active' } }] });
    expect(await changes().get(ends.id)).toEqual(ends);
    expect(await waitingIds()).toContain(ends.id);
  });

  test('is not created again by the same job after it has changed', async () => {
    const { ends, close } = await running();
    await close();
    await changes().change(ends.id, (now) => endNow(now, 'U0BEN', noon));
    await close();
    expect(await changes().get(ends.id)).toMatchObject({ reversal: { endedBy: 'U0BEN' } });
  });

  test('does not exist if the other one can’t be written', async () => {
    const { id, ends, close } = await running();
    const away = local.aws.faults.next('DynamoDB.TransactWriteItems', serverError, 20);
    await expect(close()).rejects.toThrow();
    away.release();
    expect(await changes().get(id)).toMatchObject({ status: 'running' });
    expect(await changes().get(ends.id)).toBeUndefined();
    expect(await waitingIds()).not.toContain(ends.id);
  });

  test('leaves the other one unchanged if it can’t be written itself', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { id, ends, close } = await running();
    const there = { ...ends, requester: 'U0CORA' };
    await changes().put(there);
    await expect(close()).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await changes().get(id)).toMatchObject({ status: 'running' });
    expect(await changes().get(ends.id)).toEqual(there);
  });
});

describe('a table that is busy', () => {
  /** Changes in a table that cancels the next transactions: as many as there are codes; all if there is one for good. */
  function busy(codes: readonly string[], forGood = false) {
    const table = ownTable(local.aws);
    const left = [...codes];
    const transact: typeof table.transact = async (writes) => {
      const Code = forGood ? codes[0] : left.shift();
      if (Code) throw new TransactionCanceled([{ Code, Item: undefined }]);
      await table.transact(writes);
    };
    return changesIn({ ...table, transact }, Date.now);
  }

  test.each(['ThrottlingError', 'TransactionConflict'])(
    'a new request whose transaction meets %s is stored all the same',
    async (code) => {
      const change = request({ id: `r-${code}` });
      await busy([code]).put(change);
      expect(await changes().get(change.id)).toEqual(change);
      expect(await waitingIds()).toContain(change.id);
    },
  );

  test('a new request whose transaction is in progress with the same token is stored all the same', async () => {
    const change = request({ id: 'r-in-progress' });
    const refused = { kind: 'refuse', type: 'TransactionInProgressException' } as const;
    // As often as the SDK sends it.
    local.aws.faults.next('DynamoDB.TransactWriteItems', refused, 3);
    await changes().put(change);
    expect(await changes().get(change.id)).toEqual(change);
  });

  test.each<[what: string, act: (id: string) => Promise<unknown>, ...said: string[]]>([
    [
      'a vote is refused as not counted',
      (id) => busy(['TransactionConflict'], true).change(id, (now) => addVote(now, voteOf('U0BEN'))),
      'Many people decide at once, so your click wasn’t counted.',
      'Nothing was changed. Press again.',
    ],
    [
      'a request is refused as not stored',
      () => busy(['TransactionConflict'], true).put(request({ id: 'r-crowded' })),
      'Many requests came at once, so yours wasn’t stored.',
      'Nothing was changed. Ask again in a minute.',
    ],
  ])('while the conflict lasts, %s, and nothing is stored', async (_, act, what = '', next = '') => {
    // No pause between the attempts.
    const pause = vi.spyOn(Math, 'random').mockReturnValue(0);
    const { id } = await kept();
    const error = await act(id).catch((thrown: unknown) => thrown);
    pause.mockRestore();
    expect(explain(error)).toEqual([failed(what), note(next)]);
    expect(await changes().get(id)).toMatchObject({ status: 'open', approval: { votes: [] } });
    expect(await changes().get('r-crowded')).toBeUndefined();
  });
});
