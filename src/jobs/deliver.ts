import { settled } from '../approvals/transitions/telling.ts';
import { type AuditLogDependencies, appendEntries } from '../audit-log/record.ts';
import type { Form } from '../commands/parse/form.ts';
import { pause } from '../commands/track.ts';
import type { Approvals, Due } from '../core/approval.ts';
import type { IdempotencyStore } from '../core/idempotency.ts';
import type { Message, Messenger } from '../core/messaging.ts';
import type { Queue } from '../core/queue.ts';
import type { UndoStore } from '../core/undo.ts';
import { errorName } from '../core/user-error.ts';
import type { HomeTabs, Views } from '../core/view.ts';
import { homeAfter } from '../home/home-tab.ts';
import type { Execute, Job } from '../requests/job.ts';
import type { Delivery, Result } from '../requests/result.ts';

/*
 * Some effects come before a result, for what follows rests on them: a preview and an approval are stored before a button
 * names them, the audit log has a change as started before the service is called, the cards of an approval are posted where
 * it is kept, and the review is put into a view that is open for seconds.
 */

/** All that is left of this job is to write the audit log; it has to be delivered again for that. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/** What it takes to carry out the effects of a result. */
export interface DeliveryDependencies extends AuditLogDependencies {
  readonly messenger: Messenger;
  readonly views: Views<Form>;
  readonly homeTabs: HomeTabs;
  readonly queue: Queue<Job>;
  readonly approvals: Pick<Approvals, 'change'>;
  readonly undoStore: Pick<UndoStore, 'giveBack'>;
  readonly idempotency: Pick<IdempotencyStore<Result>, 'saveOutcome' | 'markDelivered'>;
}

/**
 * Carries out the effects of a result, in one order: the audit log, what ended or is given back, the run of an approved
 * change, Slack, the next look at a job of the service, the Home tab. Rejects where the job has to be delivered again.
 */
export async function deliver(job: Job, result: Result, deps: DeliveryDependencies): Promise<void> {
  const { again, entries = [], ends = [], next, unused } = result;
  const recorded = await appendEntries(result, job.id, deps);
  // Nobody confirms what is not in the audit log as requested.
  if (!recorded && result.outcome === 'requested') throw new NotRecorded(job.id);
  await Promise.all(ends.map((end) => settleEnd(end, job, recorded, deps)));
  if (unused !== undefined) await deps.undoStore.giveBack(unused, job.id);
  if (next && recorded) await handOver(next, deps);
  const message = await say(job, result, deps);
  if (again && message) await deps.queue.send({ ...again, message }, pause(again.look));
  await refreshHome(job, result, deps);
  if (!recorded) {
    await deps.idempotency.saveOutcome(job.id, { deliveries: [], entries, ends, ...(next && { next }) });
    throw new NotRecorded(job.id);
  }
  await deps.idempotency.markDelivered(job.id);
}

/** Sends all that there is to say to Slack; resolves to the message that the next look at a job of the service edits. */
async function say(
  { place }: Job,
  { deliveries, again }: Result,
  deps: DeliveryDependencies,
): Promise<Message | undefined> {
  let posted: Message | undefined;
  let edited: Message | undefined;
  for (const telling of deliveries) {
    switch (telling.kind) {
      case 'edit':
        if (again) edited = await showProgress(telling, deps);
        else if (!(await deps.messenger.edit(telling.message, telling.answer)))
          await deps.messenger.send(place.person, telling.answer);
        break;
      case 'post':
        posted = await deps.messenger.post(place, telling.answer);
        break;
      case 'home':
        await deps.homeTabs.publish(place.person, telling.answer);
        break;
      case 'fill':
        await deps.views.fill(telling.view, telling.form);
        break;
      default:
        await deps.messenger[telling.kind](place, telling.answer);
    }
  }
  return edited ?? again?.message ?? posted;
}

/**
 * Edits the message of what goes on; resolves to where it is now, if it could be reached. The next look edits it again, so
 * a failure is no reason to deliver anything twice.
 */
async function showProgress(
  { message, answer }: Extract<Delivery, { kind: 'edit' }>,
  { messenger, log }: Pick<DeliveryDependencies, 'messenger' | 'log'>,
): Promise<Message | undefined> {
  try {
    return await messenger.edit(message, answer);
  } catch (error) {
    log('progress not shown', { error: errorName(error) });
    return undefined;
  }
}

/** Notes that the end of a request for approval was told. Where that fails, the sweeper looks after it. */
async function settleEnd(
  { approval, left }: NonNullable<Result['ends']>[number],
  job: Job,
  recorded: boolean,
  deps: Pick<DeliveryDependencies, 'approvals' | 'log'>,
): Promise<void> {
  const still: readonly Due[] = recorded ? left : [...left, 'log'];
  try {
    await deps.approvals.change(approval, (now) => settled(now, job.id, still));
  } catch (error) {
    deps.log('end not settled', { approval, error: errorName(error) });
  }
}

type QueueDependencies = Pick<DeliveryDependencies, 'queue' | 'log'>;

/** Enqueues the run of an approved change. If the queue does not take it, the sweeper sends it later. */
async function handOver(next: Execute, { queue, log }: QueueDependencies): Promise<void> {
  try {
    await queue.send(next);
  } catch (error) {
    log('granted, not queued', { approval: next.approval, error: errorName(error) });
  }
}

/** Shows the Home tab as it is now to a person who pressed something there. It is also drawn when it is opened. */
async function refreshHome(job: Job, result: Result, { queue, log }: QueueDependencies): Promise<void> {
  const next = homeAfter(job, result);
  if (!next) return;
  try {
    await queue.send(next);
  } catch (error) {
    log('home not refreshed', { job: job.id, error: errorName(error) });
  }
}
