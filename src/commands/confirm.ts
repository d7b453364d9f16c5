import { ask, goOnAsking, lacking, tooManyOpen } from '../approvals/request-approval.ts';
import { takeBack, takeProposal } from '../approvals/requester-actions.ts';
import { entry, failure, reason } from '../audit-log/entries.ts';
import { type Answer, done, failed, line, note } from '../core/answer.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { Pending, Settled } from '../core/pending-change.ts';
import type { Place } from '../core/reply-target.ts';
import type { Undo } from '../core/undo.ts';
import { errorName, UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { contextFor } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain, isExpected } from '../requests/describe-error.ts';
import { type Judgement, judge } from '../requests/evaluate.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Result, Telling } from '../requests/result.ts';
import { accepted, askedBy } from '../requests/start-tracking.ts';
import { askOneOf } from '../requests/who-can.ts';
import { undoable } from '../undo/offer.ts';
import { changedSince, takeUndo, usingUp } from '../undo/use.ts';
import { perform } from './handle-command.ts';
import { resubmit } from './parse/parse-command.ts';
import { again } from './retry-buttons.ts';

/**
 * How long after its preview has expired a change that was confirmed in time may still begin, in milliseconds: longer than
 * a job is in the queue. What lay among the dead letters for hours is not what anybody waits for.
 */
const longestWay = 45 * 60_000;

type Refused = Extract<Settled, { refused: string }>['refused'];

const refusals: Readonly<Record<Refused, string>> = {
  unknown: 'This is not waiting any more.',
  'not yours': 'Only the person who asked can confirm or cancel this.',
  expired: 'This waited too long and is void. Type it again.',
  'confirmed before': 'This was confirmed already.',
  'cancelled before': 'This was cancelled already.',
};

const unrecorded = 'Nothing was changed: it could not be put on record, and nothing is done off the record.';

const replace = (answer: Answer): Telling => ({ way: 'replace', answer });

/** Somebody decides on a change of their own that waits, or wants one undone. */
export async function settle(job: DecisionMade, ports: Ports): Promise<Result> {
  switch (job.decision) {
    case 'withdraw':
      return takeBack(job, ports);
    case 'accept':
      return takeProposal(job, ports);
    case 'undo':
      return takeUndo(job, ports, perform);
    case 'confirm':
    case 'cancel':
      return settlePreview(job, job.decision, ports);
  }
}

/** A preview is dropped, asked about, or done at most once. */
async function settlePreview(
  job: DecisionMade,
  decision: 'confirm' | 'cancel',
  ports: Ports,
): Promise<Result> {
  const settled = await ports.pendings.settle(job.pending, job.place.person, decision, job.id);
  if ('refused' in settled) return refuse(settled.refused);
  const { pending, again: cameBefore } = settled;
  if (cameBefore && decision === 'confirm') {
    // Asked for by an earlier attempt, so it stands: others may have voted on it by now.
    const asked = await ports.approvals.get(pending.id);
    if (asked) return goOnAsking(asked, ports);
    if (ports.clock() >= pending.expires + longestWay) return refuse('expired');
  }
  if (decision === 'cancel') {
    return {
      tellings: [replace([note(`Cancelled. Skydesk will not ${pending.says}.`)])],
      entries: [entry('withdrawn', pending, ports)],
    };
  }
  return usingUp(pending, job, ports, {
    act: (undo) => goOn(pending, job, ports, undo),
    taken: (answer) => stop(pending, answer, 'Its Undo was used already.', ports),
  });
}

/**
 * What to say when the worker died on a confirmed change that it had begun: nobody knows how far it got. Undefined where
 * nothing was sent to the service, for then it may be done.
 */
export async function abandoned(job: DecisionMade, ports: Ports): Promise<Result | undefined> {
  const settled = await ports.pendings.settle(job.pending, job.place.person, job.decision, job.id);
  if ('refused' in settled) return refuse(settled.refused);
  const { pending } = settled;
  const begun = await ports.ledger.causedBy('started', { account: pending.account, request: pending.id });
  if (begun.length === 0) return undefined;
  const cut = `Skydesk was interrupted when it was about to ${pending.says}.`;
  const shows = await lineToLook(pending, job.place, ports);
  return {
    tellings: [replace(explain(new UserError(cut, { changed: 'unknown' }), { shows }))],
    entries: [entry('unknown', pending, ports, { note: cut })],
  };
}

function refuse(why: Refused): Result {
  const answer = [failed(`${refusals[why]} Nothing was changed by this click.`)];
  return { tellings: [{ way: why === 'not yours' ? 'whisper' : 'replace', answer }] };
}

/** The line that shows how things stand; undefined when what it would name is gone or cannot be looked up. */
async function lineToLook(
  { operation, raw }: Pending,
  place: Place,
  ports: Ports,
): Promise<string | undefined> {
  const submitted = resubmit(operation, raw);
  if ('answer' in submitted) return undefined;
  const { prepared } = submitted;
  try {
    return (await prepared.resolve(await contextFor(prepared.account, place, ports))).statusCommand;
  } catch {
    return undefined;
  }
}

/** Nothing was done, for all to know why. */
const stop = (pending: Pending, answer: Answer, why: string, ports: Ports): Result => ({
  tellings: [replace(answer)],
  entries: [entry('refused', pending, ports, { note: why })],
});

async function goOn(pending: Pending, job: DecisionMade, ports: Ports, undo?: Undo): Promise<Result> {
  const stopped = (answer: Answer, why: string): Result => stop(pending, answer, why, ports);
  const submitted = resubmit(pending.operation, pending.raw);
  if ('answer' in submitted) return stopped(submitted.answer, 'Skydesk was updated meanwhile.');

  const { prepared } = submitted;
  let judgement: Judgement;
  try {
    judgement = await judge(prepared, job.place, ports, undo?.subject);
  } catch (error) {
    if (!isExpected(error)) throw error;
    return stopped([...explain(error), ...again(prepared.line, error)], reason(error));
  }
  const { plan, verdict, state } = judgement;
  const changed = undo && state && changedSince(undo, state);
  if (changed) return stopped(changed, 'Somebody changed it since.');
  if (plan.title !== pending.says) {
    const sentence = `It changed since you saw it: this would now ${plan.title}. Nothing was changed.`;
    const look = note('Type it again to see it as it is: ', line(prepared.line));
    return stopped([failed(sentence), look], sentence);
  }
  switch (verdict.verdict) {
    case 'refuse':
      return stopped([failed(`${verdict.why} Nothing was changed.`), askOneOf(verdict.whom)], verdict.why);
    case 'ask': {
      const missing = lacking(prepared, verdict) ?? (await tooManyOpen(pending.asker, pending.id, ports));
      if (missing) return stopped([failed(`${missing} Nothing was changed.`)], missing);
      const { team, place } = job;
      const usedUndo = undo && { id: undo.id, job: job.id };
      return ask(
        {
          id: pending.id,
          job: job.id,
          team,
          place,
          prepared,
          judgement,
          verdict,
          undoes: undo?.subject,
          usedUndo,
        },
        ports,
      );
    }
    default:
      return start({ plan, prepared, pending, job }, ports);
  }
}

interface Confirmed {
  readonly plan: Plan;
  readonly prepared: Prepared<Context>;
  readonly pending: Pending;
  readonly job: DecisionMade;
}

/** Puts it on record first: nothing is done off the record. */
async function start(confirmed: Confirmed, ports: Ports): Promise<Result> {
  const { plan, prepared, pending } = confirmed;
  try {
    await ports.ledger.append(entry('started', pending, ports), confirmed.job.id);
  } catch (error) {
    ports.log('not recorded', { entries: 1, error: errorName(error) });
    const later = note('Try again in a minute: ', line(prepared.line));
    return stop(pending, [failed(unrecorded), later], unrecorded, ports);
  }
  try {
    return await run(confirmed, ports);
  } catch (error) {
    ports.log('change failed', { operation: pending.operation, error: errorName(error) });
    const end = failure(error, pending, ports);
    const retry = end.event === 'failed' ? again(prepared.line, error) : [];
    return {
      tellings: [replace([...explain(error, { risky: true, shows: plan.statusCommand }), ...retry])],
      entries: [end],
    };
  }
}

async function run({ plan, prepared, pending, job }: Confirmed, ports: Ports): Promise<Result> {
  const outcome = await plan.run();
  const asked = askedBy(pending.asker, prepared.line);
  const confirmed = replace([done(`Confirmed: ${plan.title}.`)]);
  if ('answer' in outcome) {
    const answer = await undoable(outcome.answer, outcome.inverse, { ...pending, place: job.place }, ports);
    return {
      tellings: [confirmed, { way: 'post', answer: [...answer, asked] }],
      entries: [entry('applied', pending, ports)],
    };
  }
  const begun = { ...pending, line: prepared.line, targets: plan.targets };
  return accepted(begun, outcome.watch, job, ports, [confirmed]);
}
