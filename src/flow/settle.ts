import { type Answer, done, failed, line, note, person, waiting } from '../core/answer.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { Pending, Settled } from '../core/ports.ts';
import type { Context } from '../operations/context.ts';
import { contextFor } from './context.ts';
import { explain } from './explain.ts';
import type { DecisionMade } from './job.ts';
import type { Ports } from './ports.ts';
import type { Result, Telling } from './result.ts';
import { resubmit } from './submit.ts';

type Refused = Extract<Settled, { refused: string }>['refused'];

const refusals: Readonly<Record<Refused, string>> = {
  unknown: 'This is not waiting any more.',
  'not yours': 'Only the person who asked can confirm or cancel this.',
  expired: 'This waited too long and is void. Type it again.',
  'confirmed before': 'This was confirmed already.',
  'cancelled before': 'This was cancelled already.',
};

const replace = (answer: Answer): Telling => ({ way: 'replace', answer });

/** Somebody decides on a change that waits: it is dropped, or done at most once. */
export async function settle(job: DecisionMade, ports: Ports): Promise<Result> {
  const settled = await ports.pendings.settle(job.pending, job.place.person, job.decision, job.id);
  if ('refused' in settled) {
    const answer = [failed(`${refusals[settled.refused]} Nothing was changed by this click.`)];
    return { tellings: [{ way: settled.refused === 'not yours' ? 'whisper' : 'replace', answer }] };
  }
  const { pending } = settled;
  if (job.decision === 'cancel') {
    return { tellings: [replace([note(`Cancelled. Skydesk will not ${pending.says}.`)])] };
  }
  return run(pending, job, ports);
}

/** What to say when the worker died on a confirmed change: nobody knows how far it got. */
export function abandoned(): Result {
  const lost = new Error('the worker ended before it wrote an outcome');
  return { tellings: [replace(explain(lost, { risky: true }))] };
}

async function run(pending: Pending, job: DecisionMade, ports: Ports): Promise<Result> {
  const submitted = resubmit(pending.operation, pending.raw);
  if ('answer' in submitted) return { tellings: [replace(submitted.answer)] };

  const { prepared } = submitted;
  let plan: Plan;
  try {
    plan = await prepared.resolve(await contextFor(prepared.account, ports));
  } catch (error) {
    return { tellings: [replace(explain(error))] };
  }
  if (plan.says !== pending.says) {
    const sentence = `It changed since you saw it: this would now ${plan.says}. Nothing was changed.`;
    return {
      tellings: [
        replace([failed(sentence), note('Type it again to see it as it is: ', line(prepared.line))]),
      ],
    };
  }
  try {
    return await told(plan, prepared, job, ports);
  } catch (error) {
    ports.log('change failed', { operation: pending.operation, error: (error as Error).name });
    return { tellings: [replace(explain(error, { risky: true, shows: plan.shows }))] };
  }
}

async function told(
  plan: Plan,
  prepared: Prepared<Context>,
  job: DecisionMade,
  ports: Ports,
): Promise<Result> {
  const outcome = await plan.run();
  const asked = note('Asked by ', person(job.place.person), ': ', line(prepared.line));
  if ('answer' in outcome) {
    return {
      tellings: [
        replace([done(`Confirmed: ${plan.says}.`)]),
        { way: 'post', answer: [...outcome.answer, asked] },
      ],
    };
  }
  return {
    tellings: [
      replace([done(`Confirmed: ${plan.says}.`)]),
      { way: 'post', answer: [waiting(`Accepted by the service: ${plan.says}.`), asked] },
    ],
    again: {
      kind: 'follow',
      id: `${job.id}:1`,
      team: job.team,
      place: job.place,
      operation: prepared.operation.id,
      account: prepared.account,
      watch: outcome.watch,
      says: plan.says,
      since: ports.clock(),
      look: 1,
    },
  };
}
