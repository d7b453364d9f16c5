import { UserError } from '../../answer/user-error.ts';
import type { ApprovalRef, Approvals } from '../../change/model/approval.ts';
import {
  approvalWrites,
  numberKey,
  readApproval,
  type WaitingPartition,
  waitingPartitions,
} from './approval-items.ts';
import { putAssessment, readAssessment } from './assessment-items.ts';
import type { Table } from './dynamodb.ts';
import { itemsOf } from './items.ts';
import { untilWritten, writeUnlessRaced as write } from './until-written.ts';

/** Key of the item that counts requests. */
const counterKey = { pk: 'counter#approvals', sk: 'counter' };

const unknown = 'This request no longer exists.';
const crowded = () =>
  new UserError('Many people decide at once, and yours was not counted.', { next: 'Press again.' });

/**
 * Stores approval requests as items: the request as JSON, with a `version` for optimistic locking. `partition` is that of the index
 * in which this writer lists what needs attention.
 */
export const approvalsIn = (table: Table, partition: WaitingPartition = 'waiting'): Approvals => ({
  async takeNumber() {
    const { issued } = await table.update({
      Key: counterKey,
      UpdateExpression: 'ADD issued :one',
      ExpressionAttributeValues: { ':one': 1 },
    });
    return Number(issued);
  },

  assess: (request, assessment) => putAssessment(table, request, assessment),
  assessmentOf: (id) => readAssessment(table, id),

  async put(approval) {
    // If the write failed, the item exists (a repeated put, which is fine) or there was a conflict: then retry.
    await untilWritten(
      async () =>
        (await write(table, approvalWrites(undefined, approval, partition))) ||
        (await readApproval(table, approval.id)),
      new UserError('Too many requests at once, so yours wasn’t stored.', {
        next: 'Ask again in a minute.',
      }),
    );
  },

  async get(id) {
    return (await readApproval(table, id))?.approval;
  },

  async idOf(number) {
    const item = await table.get(numberKey(number));
    return typeof item?.approval === 'string' ? item.approval : undefined;
  },

  change: (id, transition) =>
    untilWritten(async () => {
      const known = await readApproval(table, id);
      if (!known) return { refused: unknown };
      const transitioned = transition(known.approval);
      if ('refused' in transitioned || transitioned.approval === known.approval) return transitioned;
      return (await write(table, approvalWrites(known, transitioned.approval, partition)))
        ? transitioned
        : undefined;
    }, crowded()),

  changeBoth: (id, narrowerId, transition) =>
    untilWritten(async () => {
      const [known, narrower] = await Promise.all([readApproval(table, id), readApproval(table, narrowerId)]);
      if (!known) return { refused: unknown };
      const transitioned = transition(known.approval, narrower?.approval);
      if ('refused' in transitioned) return transitioned;
      const writes = [
        ...approvalWrites(known, transitioned.approval, partition),
        ...approvalWrites(narrower, transitioned.narrower, partition),
      ];
      return writes.length === 0 || (await write(table, writes)) ? transitioned : undefined;
    }, crowded()),

  async waiting() {
    const listed = await Promise.all(waitingPartitions.map((name) => entriesIn(table, name)));
    return listed
      .flat()
      .sort((one, other) => (one.sk < other.sk ? -1 : 1))
      .map(({ id, requester }) => ({ id, requester }));
  },
});

/** The entries of one partition of the index. */
async function entriesIn(
  table: Table,
  partition: WaitingPartition,
): Promise<readonly (ApprovalRef & { readonly sk: string })[]> {
  const entries = [];
  const query = {
    KeyConditionExpression: 'pk = :waiting',
    ExpressionAttributeValues: { ':waiting': partition },
  };
  for await (const { sk, approval, requester } of itemsOf(table, query))
    entries.push({ sk: String(sk), id: String(approval), requester: String(requester) });
  return entries;
}
