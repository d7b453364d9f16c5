import { expect, test } from 'vitest';
import { done } from '../../../src/answer/answer.ts';
import { EntriesNotLogged } from '../../../src/audit-log/append-entries.ts';
import type { Change } from '../../../src/change/model/change.ts';
import { deliver } from '../../../src/jobs/deliver.ts';
import type { Job } from '../../../src/queue/job.ts';
import type { Result } from '../../../src/queue/result.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { entryOf } from '../../support/made/log-entries.ts';
import { posted, request, voteOf } from '../../support/made/requests.ts';

const replyTo = { channel: 'C1', person: 'U0BEN' };
const job: Job = {
  id: 'j1',
  team: 'T1',
  replyTo,
  kind: 'vote',
  change: 'a1',
  vote: 'approve',
  comment: '',
  narrower: {},
};
const said = [done('You approved it')];
const change: Change = request({
  status: 'approved',
  votes: [voteOf('U0BEN', 'approve', { job: job.id, comment: 'go on' })],
  messages: [posted('card', '1', { channel: 'C2' }), posted('status', '1', { channel: 'D1' })],
});
const result: Result = {
  deliveries: [{ kind: 'ephemeral', answer: said }],
  entries: [entryOf({ event: 'approved', person: 'U0BEN' })],
  changes: [{ change: 'a1' }],
};

/** A worker that notes each of its effects, in order. */
function setUp(
  append: () => Promise<void> = async () => {},
  get = async (): Promise<Change | undefined> => change,
) {
  const order: string[] = [];
  const note = (what: string) => void order.push(what);
  const { deps } = memory({
    auditLog: {
      async append() {
        await append();
        note('audit log');
        return true;
      },
    },
    changes: { get },
    messenger: {
      async edit(message) {
        note(message.channel === 'D1' ? 'direct message' : 'card');
        return message;
      },
      ephemeral: async () => note('answer'),
    },
    queue: { send: async ({ kind }) => note(`queue ${kind}`) },
    idempotency: { markDelivered: async () => note('delivered') },
  });
  return { order, deps };
}

const away = () => Promise.reject(new Error('The table is away'));

test('a vote is in the audit log before the change runs, which doesn’t wait for the messages about it', async () => {
  const { deps, order } = setUp();
  await deliver(job, result, deps);
  expect(order).toEqual([
    'audit log',
    'queue execute',
    'card',
    'direct message',
    'answer',
    'queue home',
    'delivered',
  ]);
});

test('nobody is notified of anything that the audit log doesn’t have', async () => {
  const { deps, order } = setUp(away);
  await expect(deliver(job, result, deps)).rejects.toBeInstanceOf(EntriesNotLogged);
  expect(order).toEqual([]);
});

test('a card that cannot be read fails the job before anybody is notified', async () => {
  const { deps, order } = setUp(undefined, away);
  await expect(deliver(job, result, deps)).rejects.toThrow('The table is away');
  expect(order).toEqual(['audit log']);
});

const fromForm: Job = {
  ...job,
  kind: 'command',
  operation: 'x',
  raw: {},
  problems: [],
  view: { external: 'v' },
};
const inModal: Job = { ...job, kind: 'decision', decision: 'confirm', on: 'p1', inModal: true };

test.each<[string, Job, 'preview' | 'ephemeral' | 'replace' | 'remove', boolean, string[]]>([
  ['a preview is shown on top of its form', fromForm, 'preview', true, []],
  ['a problem with a form is shown on top of it', fromForm, 'ephemeral', true, []],
  ['a preview whose modal was closed is sent', fromForm, 'preview', false, ['preview']],
  ['the outcome of a preview is sent', inModal, 'replace', false, ['ephemeral']],
  ['a preview has no message to remove', inModal, 'remove', false, []],
  ['a preview in a message is replaced', { ...inModal, inModal: false }, 'replace', false, ['replace']],
])('in a modal, %s', async (_, from, kind, isShown, sent) => {
  const { deps, said: kinds } = memory({ previews: { show: async () => isShown } });
  await deliver(from, { deliveries: [{ kind, answer: said }] }, deps);
  expect(kinds.map((one) => one.kind)).toEqual(sent);
});
