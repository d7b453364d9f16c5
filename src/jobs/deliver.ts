import { type AuditLogDependencies, appendEntries, EntriesNotLogged } from '../audit-log/append-entries.ts';
import type { Change } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import { endsAmong } from '../change/model/end-target.ts';
import { isReversalId } from '../change/model/ids.ts';
import type { DueDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import { settleAfter, settleOrLog } from '../lifecycle/reconcile/settle.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Job } from '../queue/job.ts';
import type { Result, TouchedChange } from '../queue/result.ts';
import { watchAfter } from '../watch/watch-after.ts';
import { refreshHome, refreshReviewers } from './refresh-homes.ts';
import { type SendingDependencies, sendDeliveries } from './send-deliveries.ts';

/** Dependencies for carrying out the effects of a result. */
export interface DeliveryDependencies extends AuditLogDependencies, SendingDependencies, DueDependencies {
  readonly auditLog: SendingDependencies['auditLog'];
  readonly messenger: SendingDependencies['messenger'];
  readonly changes: Changes;
  readonly idempotency: Pick<IdempotencyStore<Result>, 'markDelivered'>;
}

/**
 * Carries out the effects of a result in order. Rejects if the job has to be redelivered. docs/architecture.md lists the few
 * effects that precede a result.
 * 1. revoke a key
 * 2. append to the audit log
 * 3. settle the updated changes that go on
 * 4. send to Slack, and queue the next poll
 * 5. settle the changes that the job closed, and moved ends
 * 6. refresh Home tabs
 * 7. queue watches
 */
export async function deliver(job: Job, result: Result, deps: DeliveryDependencies): Promise<void> {
  const { deliveries, changes: touched = [] } = result;
  for (const delivery of deliveries)
    if (delivery.kind === 'revokeKey') await deps.apiKeys.revoke(delivery.key.person, delivery.key.id);
  if (!(await appendEntries(result.entries, job.id, deps))) throw new EntriesNotLogged(job.id);
  const requests = touched.filter(({ change }) => !isReversalId(change));
  const by = { job: job.id };
  const goOn = async ({ change, end }: TouchedChange): Promise<Change | undefined> =>
    end ? undefined : settleAfter(change, by, deps);
  const shown = await Promise.all(requests.map(goOn));
  const posted = await sendDeliveries(deliveries, job, deps);
  const finish = async ({ change: id, end }: TouchedChange): Promise<Change | undefined> => {
    const about = posted.flatMap(({ change, message }) => (change === id ? [message] : []));
    return end && settleOrLog(id, { ...by, done: end.handled, posted: about }, deps);
  };
  const over = await Promise.all(requests.map(finish));
  const ends = touched.map(({ change }) => change).filter(isReversalId);
  for (const id of new Set([...ends, ...endsAmong(targetsApplied(result))])) await settleOrLog(id, by, deps);
  await refreshHome(job, result, deps);
  await refreshReviewers(job, [...shown, ...over], deps);
  await watchAfter(result.entries ?? [], deps);
  await deps.idempotency.markDelivered(job.id);
}

/** Returns the targets of the steps that a job applied, since an operation can move an end. */
const targetsApplied = ({ entries = [] }: Result): readonly string[] =>
  entries.flatMap(({ event, targets }) => (event === 'applied' ? targets : []));
