import { expect, test } from 'vitest';
import { done, failed } from '../../../../src/answer/answer.ts';
import { withApproval } from '../../../../src/change/model/approval.ts';
import type { AuditEvent, AuditQuery } from '../../../../src/change/model/audit-log.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { textOf } from '../../../support/answer-text.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';
import { answerOf, buttonsIn, contextOf } from '../../../support/in-memory/run-line.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { storedEntry } from '../../../support/made/log-entries.ts';
import { noon, previewOf, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

interface Known {
  readonly change?: Change;
  readonly preview?: Change;
  readonly events?: readonly AuditEvent[];
  /** Whether each page of the audit log has one entry. */
  readonly shortPages?: boolean;
  readonly reader?: string;
  readonly now?: number;
}

/** The answer of `request status` to a person; Ben may approve in ACME. */
function shown(line: string, known: Known) {
  const { change, preview, events = [], shortPages = false, reader = 'U0ANA', now = noon } = known;
  const entries = events
    .map((event, at) => storedEntry({ event, at: at + 1, seq: at + 1, note: `note of ${event}` }))
    .toReversed();
  const read = async ({ before = Number.POSITIVE_INFINITY }: AuditQuery) => {
    const [first, ...others] = entries.filter(({ seq }) => seq < before);
    if (!shortPages || !first || others.length === 0) return { entries: first ? [first, ...others] : [] };
    return { entries: [first], older: first.seq };
  };
  const context = contextOf(notConnected, {
    clock: () => now,
    requester: reader,
    changes: {
      ...changesInMemory(...(change ? [change] : [])).changes,
      previewed: async (id) => (preview?.id === id ? preview : undefined),
    },
    auditLog: { read, verify: async () => ({ entries: 0 }) },
    mayApprove: async () => (account) => reader === 'U0BEN' && account === 'ACME',
  });
  return answerOf(line, context);
}

const open = request({ number: 1042, through: 'Slackbot', votes: [voteOf('U0CORA')], approvers: 2 });
const outcome = { kind: 'done', answer: [done('Rule deleted.')], job: 'j1' } as const;

test.each<[string, Change, string]>([
  ['open', open, '1 of 2 approved'],
  ['open', open, 'Nothing was changed yet: it needs approval first.'],
  ['open', open, '<@U0CORA> approved'],
  ['open', open, 'Requested by <@U0ANA> through Slackbot'],
  ['running', { ...open, status: 'running' }, 'Deleting a rule'],
  [
    'done',
    { ...open, status: 'done', steps: [stepOf({ outcome })] },
    'Deleted a rule · #1042\nRule deleted.',
  ],
  [
    'failed',
    {
      ...open,
      status: 'failed',
      steps: [
        stepOf({ outcome: { ...outcome, kind: 'failed', answer: [failed('The cloud API denied it.')] } }),
      ],
    },
    'Not deleted: a rule · #1042\nThe cloud API denied it.',
  ],
  [
    'rejected',
    {
      ...withApproval(open, { votes: [voteOf('U0BEN', 'reject', { comment: 'not now' })] }),
      status: 'rejected',
    },
    '<@U0BEN> rejected: “not now”',
  ],
  ['expired', { ...open, status: 'expired' }, 'Not deleted: 1 of 2 approved'],
  ['withdrawn', { ...open, status: 'withdrawn' }, 'Withdrawn'],
  [
    'superseded',
    {
      ...withApproval(open, { replacedBy: '#1043', suggestion: suggestionOf('less') }),
      status: 'superseded',
    },
    'Replaced by #1043',
  ],
])('the status of a request for approval that is %s', async (_, change, sentence) => {
  const answer = await shown('request status #1042', { change });
  expect(textOf(answer)).toContain(sentence);
  expect(buttonsIn(answer)).toEqual([]);
});

test.each(['request status 1042', 'request status #1042', 'request status a1'])(
  '%s finds a request',
  async (line) => {
    expect(textOf(await shown(line, { change: open }))).toContain('1 of 2 approved');
  },
);

test.each([
  ['people who may approve it', 'U0BEN', true],
  ['nobody else', 'U0EVE', false],
])('a request of another person is shown to %s', async (_, reader, sees) => {
  const line = 'request status #1042';
  const answered = shown(line, { change: open, reader });
  if (sees) expect(textOf(await answered)).toContain('1 of 2 approved');
  else await expect(answered).rejects.toThrow('There is no request “#1042” that you can see.');
});

const preview = previewOf();

const later = preview.expires;
const confirmed = previewOf({ status: 'confirmed' });
const cancelled = previewOf({ status: 'cancelled' });

test.each<[string, Change, readonly AuditEvent[], number, string]>([
  ['that waits', preview, ['called', 'previewed'], noon, 'waiting for a click on its preview'],
  ['that waits where it was typed', preview, ['previewed'], noon, 'with the button of the preview.'],
  [
    'that an agent requested',
    { ...preview, through: 'Slackbot' },
    ['previewed'],
    noon,
    'with the button of the preview, which is in the direct messages with Skydesk.',
  ],
  ['that nobody decided on', preview, ['previewed'], later, 'The preview expired. Nothing was changed.'],
  ['that is cancelled', cancelled, ['previewed'], noon, 'Cancelled'],
  ['that was cancelled before it expired', cancelled, ['previewed', 'withdrawn'], later, 'Cancelled'],
  ['that is confirmed, with nothing logged yet', confirmed, ['previewed'], noon, 'Applying…'],
  ['that is confirmed, without entries, after it expired', confirmed, [], later, 'Applying…'],
  [
    'that is confirmed, without entries, when nothing can start it any more',
    confirmed,
    ['previewed'],
    later + 60 * 60_000,
    'It was confirmed, but not started in time. Nothing was changed.\nRun it again',
  ],
  ['that has run for an hour', confirmed, ['started'], later + 60 * 60_000, 'Applying…'],
  ['that runs', confirmed, ['previewed', 'started'], later, 'Applying…'],
  ['that was applied', confirmed, ['previewed', 'started', 'applied'], later, 'Applied'],
  ['that failed', confirmed, ['previewed', 'started', 'failed'], noon, 'note of failed'],
])('the status of a preview %s', async (_, change, events, now, sentence) => {
  expect(textOf(await shown('request status a1', { preview: change, events, now }))).toContain(sentence);
});

test('the end of a change is found behind later calls of agents that fill the first pages of the log', async () => {
  const events = ['previewed', 'started', 'applied', 'called', 'called'] as const;
  const answer = await shown('request status a1', { preview: confirmed, events, shortPages: true });
  expect(textOf(answer)).toContain('Applied');
});

test('only its requester sees a preview', async () => {
  await expect(shown('request status a1', { preview, reader: 'U0BEN' })).rejects.toThrow(
    'There is no request',
  );
});
