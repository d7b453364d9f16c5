import { OutcomeNotKept } from '../approvals/execute.ts';
import type { Delivery } from '../core/unavailable.ts';
import { errorName } from '../core/user-error.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { Job } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { deliver } from './deliver.ts';
import { handleJob } from './handle-job.ts';
import { HeldElsewhere, tellOfTrouble } from './job-failure.ts';
import { aboutOf, outcomeOf } from './job-outcome.ts';
import { recover } from './recover.ts';

/**
 * Claims a job, handles it at most once, and delivers its result at least once. `lease` is how long, in milliseconds, this
 * worker can hold it. Rejects when the job has to be delivered again.
 */
export async function processJob(
  job: Job,
  lease: number,
  ports: Ports,
  delivery: Delivery = { received: 1, isLast: false },
): Promise<void> {
  const started = ports.clock();
  const outcome = await outcomeFor(job, lease, ports, delivery).catch(async (error: unknown) => {
    await tellOfTrouble(job, delivery, error, ports);
    throw error;
  });
  if (!outcome) return;
  const { result, late } = outcome;
  await deliverOrRelease(job, result, ports);
  ports.log('job done', {
    kind: job.kind,
    operation: aboutOf(job, result),
    outcome: outcomeOf(job, result),
    late,
    ...(!late && { ms: ports.clock() - started }),
  });
}

/** The result of a job; `late` where an earlier delivery handled it. Undefined where that was delivered already. */
async function outcomeFor(
  job: Job,
  lease: number,
  ports: Ports,
  delivery: Delivery,
): Promise<{ readonly result: Result; readonly late: boolean } | undefined> {
  const claim = await ports.receipts.claim(job.id, lease);
  if (claim.state === 'told') return undefined;
  if (claim.state === 'running') throw new HeldElsewhere(job.id);
  if (claim.state === 'finished') return { result: claim.outcome, late: true };
  // Until something may have been sent to the service, the next delivery may begin as if this had not been.
  let sent = claim.state === 'abandoned';
  try {
    const known = sent ? await recover(job, ports) : undefined;
    const result = known ?? (await handleJob(job, ports, delivery));
    sent = true;
    await ports.receipts.finish(job.id, result);
    return { result, late: false };
  } catch (error) {
    await passOn(job, sent || error instanceof OutcomeNotKept, ports);
    throw error;
  }
}

/** Leaves a job to its next delivery, which is as the first unless the service may have been `sent` something. */
async function passOn(job: Job, sent: boolean, { receipts, log }: Ports): Promise<void> {
  try {
    await (sent ? receipts.release(job.id) : receipts.giveBack(job.id));
  } catch (error) {
    log('job not given back', { kind: job.kind, error: errorName(error) });
  }
}

/** Where delivering fails, the next delivery of the job may try at once; copies that come meanwhile find it claimed. */
async function deliverOrRelease(job: Job, result: Result, ports: Ports): Promise<void> {
  try {
    await deliver(job, result, ports);
  } catch (error) {
    await ports.receipts.release(job.id);
    throw error;
  }
}
