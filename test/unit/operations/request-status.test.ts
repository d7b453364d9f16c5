import { expect, test } from 'vitest';
import { done, failed } from '../../../src/core/answer.ts';
import type { Approval } from '../../../src/core/approval.ts';
import type { AuditEvent, StoredEntry } from '../../../src/core/audit-log.ts';
import type { PendingChange } from '../../../src/core/pending-change.ts';
import { textOf } from '../answer-text.ts';
import { noon, request, suggestionOf, voteOf } from '../approvals/requests.ts';
import { changeOf, stepOf } from '../changes.ts';
import { notConnected } from '../local-cloud.ts';
import { approvalsInMemory } from '../memory.ts';
import { answerOf, buttonsIn, contextOf } from './run-line.ts';

interface Known {
  readonly approval?: Approval;
  readonly preview?: PendingChange;
  readonly events?: readonly AuditEvent[];
  readonly reader?: string;
  readonly now?: number;
}

const entryOf = (event: AuditEvent, at: number): StoredEntry => ({
  account: 'ACME',
  at,
  event,
  person: 'U0ANA',
  operation: 'firewall.delete',
  title: 'delete a rule',
  targets: [],
  request: 'a1',
  note: `note of ${event}`,
  seq: at,
  previous: '',
  hash: '',
});

/** What `request status` shows a person; Ben may approve in ACME. */
function shown(line: string, { approval, preview, events = [], reader = 'U0ANA', now = noon }: Known) {
  const context = contextOf(notConnected, {
    clock: () => now,
    requester: reader,
    approvals: approvalsInMemory(...(approval ? [approval] : [])).approvals,
    pendingChanges: { get: async (id) => (preview?.id === id ? preview : undefined) },
    auditLog: {
      read: async () => ({ entries: events.map(entryOf).toReversed() }),
      verify: async () => ({ entries: 0 }),
    },
    mayApprove: async () => (account) => reader === 'U0BEN' && account === 'ACME',
  });
  return answerOf(line, context);
}

const open = request({ number: 1042, through: 'Slackbot', votes: [voteOf('U0CORA')], approvers: 2 });
const outcome = { kind: 'done', answer: [done('Rule deleted.')], job: 'j1' } as const;

test.each<[string, Approval, string]>([
  ['open', open, '1 of 2 approved'],
  ['open', open, 'Nothing was changed yet: it needs approval first.'],
  ['open', open, '<@U0CORA> approved'],
  ['open', open, 'Requested by <@U0ANA> through Slackbot'],
  ['running', { ...open, phase: 'running' }, 'Applying…'],
  [
    'done',
    { ...open, phase: 'done', steps: [stepOf({ outcome })] },
    'Applied · #1042 delete a rule\nRule deleted.',
  ],
  [
    'failed',
    {
      ...open,
      phase: 'failed',
      steps: [
        stepOf({ outcome: { ...outcome, kind: 'failed', answer: [failed('The cloud API denied it.')] } }),
      ],
    },
    'Failed · #1042 delete a rule\nThe cloud API denied it.',
  ],
  [
    'rejected',
    { ...open, phase: 'rejected', votes: [voteOf('U0BEN', 'reject', { comment: 'not now' })] },
    '<@U0BEN> rejected: “not now”',
  ],
  ['expired', { ...open, phase: 'expired' }, 'Expired without enough approvals'],
  ['withdrawn', { ...open, phase: 'withdrawn' }, 'Withdrawn'],
  [
    'superseded',
    { ...open, phase: 'superseded', replacedBy: '#1043', suggestion: suggestionOf('less') },
    'Replaced by #1043',
  ],
])('a request for approval that is %s', async (_, approval, sentence) => {
  const answer = await shown('request status #1042', { approval });
  expect(textOf(answer)).toContain(sentence);
  expect(buttonsIn(answer)).toEqual([]);
});

test.each(['request status 1042', 'request status #1042', 'request status a1'])(
  '%s finds it',
  async (line) => {
    expect(textOf(await shown(line, { approval: open }))).toContain('1 of 2 approved');
  },
);

test.each([
  ['who may approve it', 'U0BEN', true],
  ['nobody else', 'U0EVE', false],
])('a request of another person is shown to %s', async (_, reader, sees) => {
  const line = 'request status #1042';
  const answered = shown(line, { approval: open, reader });
  if (sees) expect(textOf(await answered)).toContain('1 of 2 approved');
  else await expect(answered).rejects.toThrow('There is no request “#1042” that you can see.');
});

const preview: PendingChange = { ...changeOf(), expires: noon + 600_000 };

test.each<[string, readonly AuditEvent[], number, string]>([
  ['that waits', ['called', 'requested'], noon, 'waiting for your click'],
  ['that is cancelled', ['requested', 'withdrawn'], noon, 'Cancelled'],
  ['that runs', ['requested', 'started'], noon, 'Applying…'],
  ['that was applied', ['requested', 'started', 'applied'], noon, 'Applied'],
  ['that failed', ['requested', 'started', 'failed'], noon, 'note of failed'],
  ['that nobody confirmed', ['requested'], noon + 600_000, 'The preview expired. Nothing was changed.'],
])('a preview %s', async (_, events, now, sentence) => {
  expect(textOf(await shown('request status a1', { preview, events, now }))).toContain(sentence);
});

test('nobody but its requester sees a preview', async () => {
  await expect(shown('request status a1', { preview, reader: 'U0BEN' })).rejects.toThrow(
    'There is no request',
  );
});
