import { expect, test } from 'vitest';
import { auditEntry } from '../../../../src/audit-log/entries.ts';
import { auditLogIn } from '../../../../src/aws/sdk/audit-log-store.ts';
import { loggedWriterIn } from '../../../../src/aws/sdk/logged-writer.ts';
import type { StoredEntry } from '../../../../src/change/model/audit-log.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { type StepOutcome, stepsOf } from '../../../../src/change/model/step.ts';
import { logOutcomes } from '../../../../src/lifecycle/notify/log-outcomes.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { noon, request } from '../../../support/made/requests.ts';

/* An Undo runs if the log has that its step was applied. So not all that the table says of an outcome is logged. */

const applied = (job: string, digest: string): StepOutcome => ({ kind: 'done', answer: [], job, digest });
const withOutcome = (outcome: StepOutcome): Change => request({ id: 'a1', status: 'done' }, { outcome });

/** Logs what the table has after each write to it. Resolves to the entries. */
async function logged({ isStarted }: { isStarted: boolean }, ...stored: readonly Change[]) {
  const entries: StoredEntry[] = [];
  const table = new MemoryTable();
  const auditLog = auditLogIn(
    table,
    loggedWriterIn(table, (entry) => entries.push(entry)),
  );
  const deps = { auditLog, clock: () => noon };
  const [changeStep] = stepsOf(withOutcome(applied('a1:run', 'd1')));
  if (isStarted) await auditLog.append(auditEntry('started', changeStep, deps), 'start');
  for (const change of stored) await logOutcomes(change, deps);
  return entries.map(({ event, digest = '' }) => `${event} ${digest}`.trim());
}

test('a step whose worker died before it logged that it was applied is logged, once', async () => {
  const done = withOutcome(applied('a1:run', 'd1'));
  expect(await logged({ isStarted: true }, done, done)).toEqual(['started', 'applied d1']);
});

test('a step is not logged as applied without its start, whatever the table says', async () => {
  expect(await logged({ isStarted: false }, withOutcome(applied('a1:run', 'd1')))).toEqual([]);
});

test('an outcome that somebody stores in place of one that is logged is not logged', async () => {
  const [done, other] = [withOutcome(applied('a1:run', 'd1')), withOutcome(applied('other', 'd2'))];
  expect(await logged({ isStarted: true }, done, other)).toEqual(['started', 'applied d1']);
});

test('an end that somebody stores is not logged as an approval', async () => {
  const planted = request({ id: 'a1', status: 'rejected' });
  const closed = { event: 'approved', person: 'U0BEN', job: 'v1' } as const;
  expect(await logged({ isStarted: false }, { ...planted, closed })).toEqual([]);
});
