import { expect, test } from 'vitest';
import { EntriesNotLogged } from '../../../src/audit-log/append-entries.ts';
import type { Change } from '../../../src/change/model/change.ts';
import type { Clicked } from '../../../src/change/model/changes.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import type { ClaimResult } from '../../../src/queue/idempotency.ts';
import type { Result } from '../../../src/queue/result.ts';
import { memory } from '../../support/in-memory/memory.ts';
import { decisionOf } from '../../support/made/clicks.ts';
import { previewOf } from '../../support/made/requests.ts';

const pending: Change = previewOf({ id: 'p1', expires: 0 }, { operation: 'alert.delete' });
const confirm = decisionOf({ on: 'p1' });

function setUp(claim: ClaimResult<Result>, settled?: Clicked) {
  const { state, ...memories } = memory();
  Object.assign(state, { claim, settled: settled ?? { change: pending } });
  return memories;
}

test('a click that decided nothing adds no entry', async () => {
  const { deps, recorded } = setUp({ state: 'claimed' }, { refused: 'cancelled before' });
  await processJob(confirm, 1000, deps);
  expect(recorded).toEqual([]);
});

test('while the audit log is down, people read nothing, and the job is delivered again', async () => {
  const first = setUp({ state: 'claimed' });
  const append = () => Promise.reject(new Error('away'));
  const away = { ...first.deps, auditLog: { ...first.deps.auditLog, append } };
  await expect(processJob({ ...confirm, decision: 'cancel' }, 1000, away)).rejects.toThrow(EntriesNotLogged);
  expect(first.said).toEqual([]);
  expect(first.delivered).toEqual([]);

  const outcome = first.finished.at(-1) ?? { deliveries: [] };
  const again = setUp({ state: 'finished', outcome });
  await processJob({ ...confirm, decision: 'cancel' }, 1000, again.deps);
  expect(again.said).toHaveLength(1);
  expect(again.recorded).toMatchObject([{ event: 'withdrawn', request: 'p1' }]);
  expect(again.delivered).toEqual(['j1']);
});
