import { abandon, execute, OutcomeNotKept } from '../approvals/execute.ts';
import { review } from '../approvals/show-review.ts';
import { settled } from '../approvals/transitions.ts';
import { vote } from '../approvals/vote.ts';
import { record, refusal } from '../audit-log/record.ts';
import { abandoned, settle } from '../commands/confirm.ts';
import { fill, inView } from '../commands/fill-form.ts';
import { perform } from '../commands/handle-command.ts';
import { again as tryAgain } from '../commands/retry-buttons.ts';
import { follow, pause } from '../commands/track.ts';
import { type Answer, failed, type Part } from '../core/answer.ts';
import type { Due } from '../core/approval.ts';
import type { Message } from '../core/messaging.ts';
import type { Delivery } from '../core/unavailable.ts';
import { errorName } from '../core/user-error.ts';
import { closedHome, home, homeAfter } from '../home/home-tab.ts';
import { refusedHere } from '../policy/place.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain } from '../requests/describe-error.ts';
import type { Execute, Job } from '../requests/job.ts';
import { type Result, type Telling, whisper } from '../requests/result.ts';
import { typeItIn } from '../requests/who-can.ts';
import { comesAgain, HeldElsewhere, tellOfTrouble } from './job-failure.ts';
import { aboutOf, outcomeOf } from './job-outcome.ts';

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
  delivery: Delivery = { received: 1, isLast: false },
): Promise<void> {
  const started = ports.clock();
  const outcome = await outcomeFor(job, lease, ports, delivery).catch(async (error: unknown) => {
    await tellOfTrouble(job, delivery, error, ports);
    throw error;
  });
  if (!outcome) return;
  const { result, late } = outcome;
  await tellOrPassOn(job, result, ports, { late, ...(!late && { started }) });
}

/** What is to be told of a job, be it from an earlier delivery (`late`); undefined where that was told already. */
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
    const known = sent ? await lost(job, ports) : undefined;
    const result = known ?? (await act(job, ports, delivery));
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
  if (job.kind === 'execute') return abandon(job, ports);
  if (job.kind !== 'decision' || job.decision !== 'confirm') return undefined;
  return abandoned(await identified(job, ports), ports);
}

/**
 * What came of a job. Rejects where it has to be delivered again, which is safe as long as nothing was sent to the service:
 * the steps that it took know its id. Nobody waits for a job that follows up on something, so what goes wrong with it is
 * not told.
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
    if (comesAgain(job, error, delivery)) throw error;
    ports.log('job failed', { kind: job.kind, error: errorName(error) });
    const retry = job.kind === 'command' ? tryAgain(job.line, error) : [];
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
  const { tellings, again, entries = [], ends = [], next, unused } = result;
  const recorded = await record(result, job.id, ports);
  // Nobody confirms what is not on record as asked for.
  if (!recorded && result.outcome === 'requested') throw new NotRecorded(job.id);
  await Promise.all(ends.map((end) => settleEnd(end, job, recorded, ports)));
  if (unused !== undefined) await ports.undos.giveBack(unused, job.id);
  if (next && recorded) await handOver(next, ports);
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
    await ports.receipts.finish(job.id, { tellings: [], entries, ends, ...(next && { next }) });
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

/** Notes that the end of a request was told. Where that fails, the sweeper looks after it. */
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

/** Hands a granted request to the worker. If the queue does not take it, the sweeper sends it later. */
async function handOver(next: Execute, { queue, log }: Ports): Promise<void> {
  try {
    await queue.send(next);
  } catch (error) {
    log('granted, not queued', { approval: next.approval, error: errorName(error) });
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
