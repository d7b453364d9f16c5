import { settled } from '../approvals/transitions/telling.ts';
import { record } from '../audit-log/record.ts';
import { pause } from '../commands/track.ts';
import type { Due } from '../core/approval.ts';
import type { Message } from '../core/messaging.ts';
import { errorName } from '../core/user-error.ts';
import { homeAfter } from '../home/home-tab.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { Execute, Job } from '../requests/job.ts';
import type { Result, Telling } from '../requests/result.ts';

/*
 * Some effects come before a result, for what follows rests on them: a preview and an approval are stored before a button
 * names them, the audit log has a change as started before the service is called, the cards of an approval are posted where
 * it is kept, and the review is put into a view that is open for seconds.
 */

/** All that is left of this job is to write the audit log; it has to be delivered again for that. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/**
 * Carries out the effects of a result, in one order: the audit log, what ended or is given back, the run of an approved
 * change, Slack, the next look at a job of the service, the Home tab. Rejects where the job has to be delivered again.
 */
export async function deliver(job: Job, result: Result, ports: Ports): Promise<void> {
  const { again, entries = [], ends = [], next, unused } = result;
  const recorded = await record(result, job.id, ports);
  // Nobody confirms what is not in the audit log as requested.
  if (!recorded && result.outcome === 'requested') throw new NotRecorded(job.id);
  await Promise.all(ends.map((end) => settleEnd(end, job, recorded, ports)));
  if (unused !== undefined) await ports.undos.giveBack(unused, job.id);
  if (next && recorded) await handOver(next, ports);
  const message = await say(job, result, ports);
  if (again && message) await ports.queue.send({ ...again, message }, pause(again.look));
  await refreshHome(job, result, ports);
  if (!recorded) {
    await ports.receipts.finish(job.id, { tellings: [], entries, ends, ...(next && { next }) });
    throw new NotRecorded(job.id);
  }
  await ports.receipts.told(job.id);
}

/** Sends all that there is to say to Slack; resolves to the message that the next look at a job of the service edits. */
async function say({ place }: Job, { tellings, again }: Result, ports: Ports): Promise<Message | undefined> {
  let posted: Message | undefined;
  let edited: Message | undefined;
  for (const telling of tellings) {
    switch (telling.way) {
      case 'edit':
        if (again) edited = await showProgress(telling, ports);
        else if (!(await ports.messenger.edit(telling.message, telling.answer)))
          await ports.messenger.send(place.person, telling.answer);
        break;
      case 'post':
        posted = await ports.messenger.post(place, telling.answer);
        break;
      case 'home':
        await ports.homes.publish(place.person, telling.answer);
        break;
      case 'fill':
        await ports.views.fill(telling.view, telling.form);
        break;
      default:
        await ports.messenger[telling.way](place, telling.answer);
    }
  }
  return edited ?? again?.message ?? posted;
}

/**
 * Edits the message of what goes on; resolves to where it is now, if it could be reached. The next look edits it again, so
 * a failure is no reason to deliver anything twice.
 */
async function showProgress(
  { message, answer }: Extract<Telling, { way: 'edit' }>,
  { messenger, log }: Ports,
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
  ports: Ports,
): Promise<void> {
  const still: readonly Due[] = recorded ? left : [...left, 'log'];
  try {
    await ports.approvals.change(approval, (now) => settled(now, job.id, still));
  } catch (error) {
    ports.log('end not settled', { approval, error: errorName(error) });
  }
}

/** Enqueues the run of an approved change. If the queue does not take it, the sweeper sends it later. */
async function handOver(next: Execute, { queue, log }: Ports): Promise<void> {
  try {
    await queue.send(next);
  } catch (error) {
    log('granted, not queued', { approval: next.approval, error: errorName(error) });
  }
}

/** Shows the Home tab as it is now to a person who pressed something there. It is also drawn when it is opened. */
async function refreshHome(job: Job, result: Result, { queue, log }: Ports): Promise<void> {
  const next = homeAfter(job, result);
  if (!next) return;
  try {
    await queue.send(next);
  } catch (error) {
    log('home not refreshed', { job: job.id, error: errorName(error) });
  }
}
