import { failed } from '../core/answer.ts';
import type { Message } from '../core/ports.ts';
import { explain } from './explain.ts';
import { follow, pause } from './follow.ts';
import type { Job } from './job.ts';
import { perform } from './perform.ts';
import type { Ports } from './ports.ts';
import { type Result, whisper } from './result.ts';
import { abandoned, settle } from './settle.ts';

/** Another worker holds this job; it has to be delivered again later. */
export class HeldElsewhere extends Error {
  override readonly name = 'HeldElsewhere';
}

/**
 * Does one job at most once and tells what came of it at least once. `lease` is how long, in milliseconds,
 * this worker can still be at it. Rejects when the job has to be delivered again.
 */
export async function work(job: Job, lease: number, ports: Ports): Promise<void> {
  const claim = await ports.receipts.claim(job.id, lease);
  if (claim.state === 'told') return;
  if (claim.state === 'running') throw new HeldElsewhere(job.id);
  if (claim.state === 'finished') return tell(job, claim.outcome, ports);

  const begun = claim.state === 'abandoned' && job.kind === 'decision' && job.decision === 'confirm';
  const result = begun ? abandoned() : await act(job, ports);
  await ports.receipts.finish(job.id, result);
  await tell(job, result, ports);
}

async function act(job: Job, ports: Ports): Promise<Result> {
  try {
    if (job.kind === 'follow') return await follow(job, ports);
    const { refused } = await ports.members.check(job.place.person, job.team);
    if (refused) return whisper([failed(`${refused} Nothing was changed.`)]);
    return job.kind === 'command' ? await perform(job, ports) : await settle(job, ports);
  } catch (error) {
    ports.log('job failed', { job: job.id, kind: job.kind, error: (error as Error).name });
    return whisper(explain(error));
  }
}

async function tell(job: Job, { tellings, again }: Result, ports: Ports): Promise<void> {
  let posted: Message | undefined;
  for (const telling of tellings) {
    switch (telling.way) {
      case 'edit':
        await ports.messenger.edit(telling.message, telling.answer);
        break;
      case 'post':
        posted = await ports.messenger.post(job.place, telling.answer);
        break;
      default:
        await ports.messenger[telling.way](job.place, telling.answer);
    }
  }
  const message = again?.message ?? posted;
  if (again && message) await ports.queue.send({ ...again, message }, pause(again.look));
  await ports.receipts.told(job.id);
}
