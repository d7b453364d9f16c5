import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { approvalsIn } from '../../../../src/aws/sdk/approval-store.ts';
import { presentApproval, presentJob, presentOutcome } from '../../../../src/aws/sdk/former-records.ts';
import { pendingChangesIn } from '../../../../src/aws/sdk/pending-changes.ts';
import { undoStoreIn } from '../../../../src/aws/sdk/undo-store.ts';
import { type Job, job } from '../../../../src/requests/job.ts';
import type { Result } from '../../../../src/requests/result.ts';
import { request as requestWith } from '../../approvals/requests.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

/*
 * Records as version 0.1 wrote them. They wait in the table and in the queue while a new version is deployed.
 */

const local = awsOfFile();
const noon = Date.UTC(2026, 10, 20, 12);
const clock = () => noon;
const place = { channel: 'C0OPS', person: 'U0ANA', responseUrl: 'https://hooks.slack.com/1' };

const request = {
  id: 'a1',
  job: 'j1',
  asker: 'U0ANA',
  team: 'T0ACME',
  place,
  account: 'ACME',
  accounts: ['ACME', 'ACDV'],
  operation: 'firewall.delete',
  raw: { dc: 'de1', id: 'f1', why: 'nobody needs it' },
  line: 'firewall delete de1 f1 why="nobody needs it"',
  says: 'delete firewall policy f1',
  why: 'nobody needs it',
  ticket: 'OPS-1',
  targets: ['firewall/f1'],
  meaning: ['Nobody can reach it any more.'],
  points: [{ points: 1, why: 'A rule is deleted.' }],
  hash: 'h1',
  judged: { says: 'delete firewall policy f1', rules: [{ id: 'f1', hash: 'r1' }], subject: 's1' },
  approvers: 2,
  channel: '#approvals',
  created: noon,
  remindAt: noon + 60_000,
  expires: noon + 480_000,
  reminded: false,
  phase: 'open',
  since: noon,
  votes: [{ person: 'U0BEN', vote: 'approve', at: noon, job: 'j2' }],
  cards: [{ channel: 'C0APPROVALS', ts: '1.1' }],
};

const step = {
  operation: 'firewall.delete',
  raw: request.raw,
  account: 'ACME',
  line: request.line,
  title: 'delete firewall policy f1',
  targets: ['firewall/f1'],
};
const present = (more: object) => presentApproval(JSON.stringify({ ...request, ...more }));

test('a request for approval becomes a change of one step, with all that it had', () => {
  const { asker: _, place: __, judged: ___, votes: ____, meaning, why, hash: _____, ...same } = request;
  const { account, operation, raw, line, says, targets, ...kept } = same;
  expect(present({})).toEqual({
    ...kept,
    requester: 'U0ANA',
    replyTo: place,
    steps: [step],
    reason: why,
    impact: meaning,
    basis: [{ hash: 'h1', title: says, rules: [{ id: 'f1', hash: 'r1' }], subject: 's1' }],
    votes: [{ person: 'U0BEN', vote: 'approve', at: noon, job: 'j2', accounts: ['ACME'] }],
  });
});

test.each([
  ['granted', 'approved'],
  ['stale', 'outdated'],
  ['replaced', 'superseded'],
  ['running', 'running'],
])('its phase %s is %s', (phase, now) => {
  expect(present({ phase })).toMatchObject({ phase: now });
});

test('a request that affects one account named no others', () => {
  expect(present({ accounts: undefined }).accounts).toEqual(['ACME']);
});

test('a proposal is a suggestion', () => {
  const proposal = {
    id: 'p1',
    by: 'U0BEN',
    raw: { dc: 'de1' },
    says: 'do less',
    comment: 'enough',
    hash: 'h2',
  };
  expect(present({ proposal, takenBy: 'j3', instead: 'a0', unasked: true })).toMatchObject({
    suggestion: {
      id: 'p1',
      by: 'U0BEN',
      steps: [{ raw: { dc: 'de1' }, title: 'do less' }],
      comment: 'enough',
    },
    acceptedBy: 'j3',
    supersedes: 'a0',
    discarded: true,
  });
});

test('the Undo that it used goes on to be its own', () => {
  const undoes = { kind: 'alert policy', id: '1' };
  expect(present({ undoes, usedUndo: { id: 'r1', job: 'j1' } }).steps[0].undoes).toEqual({
    id: 'r1',
    subject: undoes,
    usedBy: 'j1',
  });
});

test('so is that of a change which stored it for its only step', () => {
  const undoes = { id: 'r1', subject: { kind: 'alert policy', id: '1' }, usedBy: 'j1' };
  const stored = presentApproval(JSON.stringify({ ...requestWith(), undoes }));
  expect(stored).toEqual(requestWith({}, { undoes }));
});

const ended = { event: 'failed', person: 'U0ANA', job: 'j9', note: 'It is gone.' };
const outcome = [{ part: 'notice', tone: 'failed', text: 'It is gone.' }];
const answer = [{ kind: 'notice', tone: 'failed', text: 'It is gone.' }];

test('what came of its execution is the outcome of its step', () => {
  const approval = present({ phase: 'failed', ended, outcome, due: ['card', 'asker', 'log'] });
  expect(approval).toMatchObject({
    steps: [{ outcome: { kind: 'failed', answer, note: 'It is gone.', job: 'j9' } }],
    ended,
    due: ['card', 'requester', 'log'],
  });
});

test('why it ended before stays with its end', () => {
  const approval = present({ phase: 'stale', ended, outcome });
  expect(approval.steps).toEqual([step]);
  expect(approval.ended).toEqual({ ...ended, answer });
});

test('a request that waits is found and decided on, and stored as today', async () => {
  const { expires } = request;
  const items = [
    { pk: 'approval#a1', sk: 'approval', content: JSON.stringify(request), version: 3 },
    { pk: 'waiting', sk: `${String(expires).padStart(15, '0')}#a1`, approval: 'a1', asker: 'U0ANA' },
  ];
  for (const Item of items) {
    await local.table.send(new PutCommand({ TableName: local.aws.tableName, Item }));
  }
  const approvals = approvalsIn(ownTable(local.aws));
  expect(await approvals.waiting()).toEqual([{ id: 'a1', requester: 'U0ANA' }]);
  await approvals.change('a1', (approval) => ({ approval: { ...approval, phase: 'running' } }));
  expect(await approvals.get('a1')).toMatchObject({ phase: 'running', steps: [step] });
});

const follow = {
  kind: 'follow',
  id: 'j1:3',
  team: 'T0ACME',
  place,
  operation: 'ip.add',
  account: 'ACME',
  watch: { job: '7' },
  says: 'give WEB01 a public IP address',
  targets: ['server/web01'],
  request: 'j1',
  approval: 'j1',
  since: noon,
  look: 3,
};
const message = { channel: 'C0OPS', ts: '1.1' };
const followUp = {
  kind: 'track',
  id: 'j1:3',
  team: 'T0ACME',
  replyTo: place,
  change: 'j1',
  index: 0,
  requester: 'U0ANA',
  step: {
    operation: 'ip.add',
    raw: {},
    account: 'ACME',
    line: '',
    title: 'give WEB01 a public IP address',
    targets: ['server/web01'],
  },
  jobRef: { job: '7' },
  since: noon,
  attempt: 3,
};

test('a queued poll tracks its step on', () => {
  const queued = presentJob(JSON.stringify({ ...follow, message }));
  expect(job.parse(queued)).toEqual({ ...followUp, message });
});

test('a queued execution is that of the first step; other jobs are as they were', () => {
  const base = { id: 'a1:run', team: 'T0ACME' };
  const execution: Job = job.parse(
    presentJob(JSON.stringify({ ...base, place, kind: 'execute', approval: 'a1' })),
  );
  expect(execution).toEqual({ ...base, replyTo: place, kind: 'execute', approval: 'a1', index: 0 });
  // `part` is a field of this operation, and the former name of a kind elsewhere.
  const command = {
    ...base,
    replyTo: place,
    kind: 'command',
    operation: 'server.find',
    raw: { part: 'web' },
    problems: [],
  };
  expect(job.parse(presentJob(JSON.stringify(command)))).toEqual(command);
});

test('a queued decision is on what it was about', () => {
  const base = { id: 'j1', team: 'T0ACME', replyTo: place, kind: 'decision', decision: 'withdraw' };
  const queued = presentJob(JSON.stringify({ ...base, pending: 'a1' }));
  expect(job.parse(queued)).toEqual({ ...base, on: 'a1' });
});

test('what came of a job is delivered, with the next poll of each message', () => {
  const rest = { kind: 'execute', id: 'a1:run', team: 'T0ACME', approval: 'a1' };
  const next = { ...rest, place };
  const stored = {
    tellings: [
      { way: 'whisper', answer: outcome },
      { way: 'post', answer: outcome },
    ],
    ends: [
      { approval: 'a1', left: ['asker', 'card'] },
      { approval: 'a2', told: ['channel'] },
    ],
    next,
    again: follow,
  };
  const result: Result = presentOutcome(JSON.stringify(stored));
  expect(result).toEqual({
    deliveries: [
      { kind: 'ephemeral', answer },
      { kind: 'post', answer, followUp },
    ],
    ends: [
      { approval: 'a1', left: ['requester', 'card'] },
      { approval: 'a2', notified: ['channel'] },
    ],
    next: [{ ...rest, replyTo: place }],
  });
});

test('a preview is no longer available, and neither is an Undo', async () => {
  const { operation, account, targets, raw, says } = request;
  const base = { asker: 'U0ANA', account, says, expires: noon + 60_000 };
  const preview = { ...base, id: 'p1', operation, targets, raw, phase: 'open' };
  const undo = {
    ...base,
    id: 'r1',
    line: 'alert list',
    subject: { kind: 'alert policy', id: '1' },
    state: '',
  };
  for (const Item of [
    { pk: 'pending#p1', sk: 'pending', ...preview },
    { pk: 'undo#r1', sk: 'undo', content: JSON.stringify(undo), expires: undo.expires },
  ]) {
    await local.table.send(new PutCommand({ TableName: local.aws.tableName, Item }));
  }
  const table = ownTable(local.aws);
  for (const person of ['U0ANA', 'U0BEN']) {
    const decided = await pendingChangesIn(table, clock).decide('p1', person, 'confirm', 'j1');
    expect(decided).toEqual({ refused: 'unknown' });
  }
  expect(await undoStoreIn(table, clock).check('r1', 'j1')).toEqual({ refused: 'unknown' });
  expect(await undoStoreIn(table, clock).use('r1', 'U0ANA', 'j1')).toEqual({ refused: 'unknown' });
});

test('what this version stores is read as it is', () => {
  const today = present({});
  expect(presentApproval(JSON.stringify(today))).toEqual(JSON.parse(JSON.stringify(today)));
  const result = { deliveries: [{ kind: 'post', answer, followUp }], next: [{ kind: 'execute' }] };
  expect(presentOutcome(JSON.stringify(result))).toEqual(result);
});
