import { expect, test } from 'vitest';
import { failureEntry, reason } from '../../../src/audit-log/entries.ts';
import { connect } from '../../../src/cloud/index.ts';
import type { Answer } from '../../../src/core/answer.ts';
import type { AuditEntry } from '../../../src/core/audit-log.ts';
import type { ClaimResult } from '../../../src/core/idempotency.ts';
import type { DecisionResult } from '../../../src/core/pending-change.ts';
import { UserError } from '../../../src/core/user-error.ts';
import { NotRecorded } from '../../../src/jobs/deliver.ts';
import type { WorkerDependencies } from '../../../src/jobs/process-job.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import { defaults } from '../../../src/policy/policy.ts';
import type { DecisionMade } from '../../../src/requests/job.ts';
import type { Result } from '../../../src/requests/result.ts';

const request = {
  id: 'p1',
  requester: 'U0ANA',
  account: 'ACME',
  operation: 'alert.delete',
  says: 'delete it',
  targets: ['alert-policy/1'],
};
const confirm: DecisionMade = {
  kind: 'decision',
  id: 'j1',
  team: 'T0',
  place: { channel: 'C0', person: 'U0ANA' },
  decision: 'confirm',
  pending: 'p1',
};

/** The worker's dependencies in memory: `entries` is the audit log, `said` the messages, `finished` the receipts. */
function setUp(
  claim: ClaimResult<Result>,
  settled: DecisionResult = { pending: { ...request, raw: {}, expires: 0 } },
) {
  const entries: AuditEntry[] = [];
  const said: Answer[] = [];
  const finished: Result[] = [];
  const state = { told: false, recording: true };
  const say = async (_: unknown, answer: Answer) => {
    said.push(answer);
  };
  const deps: WorkerDependencies = {
    clock: () => 1000,
    log: () => {},
    service: connect({
      baseUrl: 'http://127.0.0.1:9',
      credentials: async () => ({ username: '', password: '' }),
    }),
    queue: { send: async () => {} },
    idempotency: {
      claim: async () => claim,
      saveOutcome: async (_, result) => {
        finished.push(result);
      },
      release: async () => {},
      giveBack: async () => {},
      markDelivered: async () => {
        state.told = true;
      },
    },
    pendingChanges: { put: async () => {}, decide: async () => settled },
    messenger: {
      ephemeral: say,
      replace: say,
      edit: async (message) => message,
      file: async () => {},
      send: async () => ({ channel: 'D0', ts: '1' }),
      post: async (_, answer) => {
        said.push(answer);
        return { channel: 'C0', ts: '1' };
      },
    },
    members: { check: async (id) => ({ id, aliases: [] }), name: async () => undefined },
    groups: { of: async () => [] },
    runChecks: async () => [],
    policy: defaults,
    undoStore: {
      put: async () => {},
      look: async () => ({ refused: 'unknown' }),
      use: async () => ({ refused: 'unknown' }),
      giveBack: async () => {},
    },
    approvals: {
      put: async () => {},
      get: async () => undefined,
      change: async () => ({ refused: 'unknown' }),
      changeBoth: async () => ({ refused: 'It is not known.' }),
      waiting: async () => [],
    },
    views: { fill: async () => {} },
    homeTabs: { publish: async () => {} },
    reviews: { show: async () => {} },
    auditLog: {
      append: async (entry) => {
        if (!state.recording) throw new Error('away');
        entries.push(entry);
      },
      causedBy: async () => [],
      read: async () => ({ entries: [] }),
      verify: async () => ({ entries: 0 }),
    },
  };
  return { deps, entries, said, finished, state };
}

test('a change whose worker died is on record as unknown', async () => {
  const { deps, entries, said } = setUp({ state: 'abandoned' });
  await processJob(confirm, 1000, {
    ...deps,
    auditLog: { ...deps.auditLog, causedBy: async () => ['U0ANA'] },
  });
  expect(entries).toMatchObject([
    { event: 'unknown', request: 'p1', person: 'U0ANA', account: 'ACME', note: expect.any(String) },
  ]);
  expect(JSON.stringify(said)).toContain('not known whether the change was made');
});

test('a click that decided nothing leaves nothing on record', async () => {
  const { deps, entries } = setUp({ state: 'claimed' }, { refused: 'expired' });
  await processJob(confirm, 1000, deps);
  expect(entries).toEqual([]);
});

test('while the record is away people hear the truth once, and the job comes again', async () => {
  const first = setUp({ state: 'claimed' });
  first.state.recording = false;
  await expect(processJob({ ...confirm, decision: 'cancel' }, 1000, first.deps)).rejects.toThrow(NotRecorded);
  expect(first.said).toHaveLength(1);
  expect(first.state.told).toBe(false);

  const outcome = first.finished.at(-1) ?? { deliveries: [] };
  const again = setUp({ state: 'finished', outcome });
  await processJob({ ...confirm, decision: 'cancel' }, 1000, again.deps);
  expect(again.said).toEqual([]);
  expect(again.entries).toMatchObject([{ event: 'withdrawn', request: 'p1' }]);
  expect(again.state.told).toBe(true);
});

test.each([
  ['a failure that changed nothing', new UserError('It is gone.'), 'failed', 'It is gone.'],
  ['one that may have', new UserError('No answer.', { changed: 'unknown' }), 'unknown', 'No answer.'],
  ['an unforeseen error', new TypeError('secret'), 'unknown', 'Something went wrong inside Skydesk.'],
])('%s', (_, error, event, note) => {
  expect(failureEntry(error, request, { clock: () => 5 })).toMatchObject({
    event,
    note,
    at: 5,
    request: 'p1',
  });
  expect(reason(error)).not.toContain('secret');
});
