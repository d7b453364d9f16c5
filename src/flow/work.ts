import { type Answer, failed, type Part } from '../core/answer.ts';
import { errorName } from '../core/failure.ts';
import type { Message } from '../core/ports.ts';
import { refusedHere } from '../policy/place.ts';
import { again } from './again.ts';
import { abandon, execute } from './approval/execute.ts';
import { review } from './approval/review.ts';
import { vote } from './approval/vote.ts';
import { explain } from './explain.ts';
import { fill, inView } from './fill.ts';
import { follow, pause } from './follow.ts';
import { closedHome, home, homeAfter } from './home/home.ts';
import { typeItIn } from './instead.ts';
import type { Job } from './job.ts';
import { aboutOf, outcomeOf } from './outcome.ts';
import { perform } from './perform.ts';
import type { Ports } from './ports.ts';
import { record, refusal } from './recorded.ts';
import { type Result, whisper } from './result.ts';
import { abandoned, settle } from './settle.ts';

/** Another worker holds this job; it has to be delivered again later. */
export class HeldElsewhere extends Error {
  override readonly name = 'HeldElsewhere';
}

/** All that is left of this job is to put it on record; it has to be delivered again for that. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';
}

/**
 * Does one job at most once and tells what came of it at least once. `lease` is how long, in milliseconds,
 * this worker can still be at it. Rejects when the job has to be delivered again.
 */
export async function work(job: Job, lease: number, ports: Ports): Promise<void> {
  const started = ports.clock();
  const claim = await ports.receipts.claim(job.id, lease);
  if (claim.state === 'told') return;
  if (claim.state === 'running') throw new HeldElsewhere(job.id);
  if (claim.state === 'finished') return tellOrPassOn(job, claim.outcome, ports, { late: true });

  const result = (claim.state === 'abandoned' && (await lost(job, ports))) || (await act(job, ports));
  await ports.receipts.finish(job.id, result);
  await tellOrPassOn(job, result, ports, { late: false, started });
}

/** Tells; where that fails, the next delivery may try at once. Copies that come meanwhile find the job in hand. */
async function tellOrPassOn(
  job: Job,
  result: Result,
  ports: Ports,
  { late, started }: { readonly late: boolean; readonly started?: number },
): Promise<void> {
  try {
    await tell(job, result, ports);
  } catch (error) {
    await ports.receipts.release(job.id);
    throw error;
  }
  ports.log('job done', {
    kind: job.kind,
    operation: aboutOf(job, result),
    outcome: outcomeOf(job, result),
    late,
    ...(started !== undefined && { ms: ports.clock() - started }),
  });
}

/** What to tell of a job whose worker gave up on it or died; undefined where it is safe to do it again. */
async function lost(job: Job, ports: Ports): Promise<Result | undefined> {
  if (job.kind === 'execute') return abandon(job.approval, ports);
  if (job.kind !== 'decision' || job.decision !== 'confirm') return undefined;
  if (await ports.approvals.get(job.pending)) return undefined;
  return abandoned(await identified(job, ports), ports);
}

/**
 * Nobody waits for a job that follows up on something, so what goes wrong with it is not told: it is delivered again,
 * and then whatever it had begun is known to be lost.
 */
async function act(job: Job, ports: Ports): Promise<Result> {
  if (job.kind === 'follow') return follow(job, ports);
  if (job.kind === 'execute') return execute(job, ports);
  const end = (answer: Answer): Result => {
    if (job.kind === 'home') return closedHome(answer);
    return job.kind === 'form' ? inView(job, answer) : whisper(answer);
  };
  try {
    const refused = await notServed(job, ports);
    if (refused) {
      const entries = job.kind === 'command' ? await refusal(job, refused.why, ports) : [];
      const therefore = job.kind === 'home' ? 'So there is nothing to see here.' : 'Nothing was changed.';
      return {
        ...end([failed(`${refused.why} ${therefore}`), ...refused.next]),
        entries,
        outcome: 'refused',
      };
    }
    return await asked(await identified(job, ports), ports);
  } catch (error) {
    ports.log('job failed', { kind: job.kind, error: errorName(error) });
    const retry = job.kind === 'command' ? again(job.line, error) : [];
    return { ...end([...explain(error), ...retry]), outcome: 'failed' };
  }
}

/** Why this place or this person is not served, in a sentence, and what to do next; undefined where both are. */
async function notServed(
  { kind, place, team }: Job,
  { policy, members }: Ports,
): Promise<{ readonly why: string; readonly next: readonly Part[] } | undefined> {
  const typed = kind === 'command' || kind === 'form';
  const here = refusedHere(
    { team, channel: place.channel },
    typed ? policy : { ...policy, channels: undefined },
  );
  if (here) return { why: here.why, next: [typeItIn(here.where)] };
  const member = await members.check(place.person, team);
  return 'refused' in member ? { why: member.refused, next: [] } : undefined;
}

/**
 * The job with its person under the id that everything about them is kept under: Slack can send another id of theirs with
 * each click.
 */
async function identified<Some extends Job>(job: Some, { members }: Ports): Promise<Some> {
  const member = await members.check(job.place.person);
  return 'refused' in member ? job : { ...job, place: { ...job.place, person: member.id } };
}

function asked(job: Exclude<Job, { kind: 'follow' | 'execute' }>, ports: Ports): Promise<Result> {
  switch (job.kind) {
    case 'command':
      return perform(job, ports);
    case 'form':
      return fill(job, ports);
    case 'review':
      return review(job, ports);
    case 'vote':
      return vote(job, ports);
    case 'decision':
      return settle(job, ports);
    case 'home':
      return home(job, ports);
  }
}

async function tell(job: Job, result: Result, ports: Ports): Promise<void> {
  const { tellings, again, entries = [] } = result;
  const recorded = await record(result, ports);
  let posted: Message | undefined;
  for (const telling of tellings) {
    switch (telling.way) {
      case 'edit':
        // What is still to go on is told by its next look; the end of it finds its asker all the same.
        if (!(await ports.messenger.edit(telling.message, telling.answer)) && !again) {
          await ports.messenger.send(job.place.person, telling.answer);
        }
        break;
      case 'post':
        posted = await ports.messenger.post(job.place, telling.answer);
        break;
      case 'home':
        await ports.homes.publish(job.place.person, telling.answer);
        break;
      case 'fill':
        await ports.views.fill(telling.view, telling.form);
        break;
      default:
        await ports.messenger[telling.way](job.place, telling.answer);
    }
  }
  const message = again?.message ?? posted;
  if (again && message) await ports.queue.send({ ...again, message }, pause(again.look));
  await refreshHome(job, result, ports);
  if (!recorded) {
    await ports.receipts.finish(job.id, { tellings: [], entries });
    throw new NotRecorded(job.id);
  }
  await ports.receipts.told(job.id);
}

/** Whoever pressed something on their Home tab sees it as it is now. It shows itself anew when it is opened again. */
async function refreshHome(job: Job, result: Result, { queue, log }: Ports): Promise<void> {
  const next = homeAfter(job, result);
  if (!next) return;
  try {
    await queue.send(next);
  } catch (error) {
    log('home not refreshed', { job: job.id, error: errorName(error) });
  }
}
