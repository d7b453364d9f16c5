import { type Answer, failed, line, note, type Part, warning } from '../core/answer.ts';
import { errorName } from '../core/failure.ts';
import type { Message } from '../core/ports.ts';
import { type Delivery, Unavailable } from '../core/unavailable.ts';
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
import { type Result, type Telling, whisper } from './result.ts';
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
export async function work(
  job: Job,
  lease: number,
  ports: Ports,
  delivery: Delivery = { isLast: false },
): Promise<void> {
  const started = ports.clock();
  const claim = await ports.receipts.claim(job.id, lease);
  if (claim.state === 'told') return;
  if (claim.state === 'running') throw new HeldElsewhere(job.id);
  if (claim.state === 'finished') return tellOrPassOn(job, claim.outcome, ports, { late: true });

  const isRepeated = claim.state === 'abandoned';
  let result: Result;
  try {
    result = (isRepeated && (await lost(job, ports))) || (await act(job, ports, delivery));
  } catch (error) {
    if (error instanceof Unavailable) await passOn(job, isRepeated, ports);
    throw error;
  }
  await ports.receipts.finish(job.id, result);
  await tellOrPassOn(job, result, ports, { late: false, started });
}

/**
 * Leaves a job to its next delivery. What an earlier worker left behind when it died stays known; but this worker sent the
 * service nothing, so its own attempt is not taken for one of unknown outcome.
 */
async function passOn(job: Job, isRepeated: boolean, { receipts, log }: Ports): Promise<void> {
  try {
    await (isRepeated ? receipts.release(job.id) : receipts.giveBack(job.id));
  } catch (error) {
    log('job not given back', { kind: job.kind, error: errorName(error) });
  }
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
async function act(job: Job, ports: Ports, delivery: Delivery): Promise<Result> {
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
    if (error instanceof Unavailable && !delivery.isLast) throw error;
    ports.log('job failed', { kind: job.kind, error: errorName(error) });
    if (error instanceof Unavailable && (job.kind === 'vote' || job.kind === 'decision')) {
      return { ...whisper(uncounted(error)), outcome: 'failed' };
    }
    const retry = job.kind === 'command' ? again(job.line, error) : [];
    return { ...end([...explain(error), ...retry]), outcome: 'failed' };
  }
}

/** An earlier delivery of a click can have got further than the last one. */
const uncounted = (error: Unavailable): Answer => [
  failed(error.message),
  warning('It is not known whether your click counted.'),
  note('See what waits, and what was done: ', line('approvals'), ' and ', line('history')),
];

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
  let edited: Message | undefined;
  for (const telling of tellings) {
    switch (telling.way) {
      case 'edit':
        if (again) edited = await showProgress(telling, ports);
        else if (!(await ports.messenger.edit(telling.message, telling.answer)))
          await ports.messenger.send(job.place.person, telling.answer);
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
  const message = edited ?? again?.message ?? posted;
  if (again && message) await ports.queue.send({ ...again, message }, pause(again.look));
  await refreshHome(job, result, ports);
  if (!recorded) {
    await ports.receipts.finish(job.id, { tellings: [], entries });
    throw new NotRecorded(job.id);
  }
  await ports.receipts.told(job.id);
}

/**
 * Edits the message of what goes on; where it stands now, if it could be reached. Its next look edits it again, so a
 * failure is no reason to tell anything twice.
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
