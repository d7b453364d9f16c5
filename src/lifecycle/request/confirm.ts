import { type Answer, buttons, commandButton, context, failed, note } from '../../answer/answer.ts';
import { changedInNewVersion } from '../../answer/new-version.ts';
import { auditEntries, reason } from '../../audit-log/entries.ts';
import { needsApproval } from '../../change/model/approval.ts';
import type { Change, RequestedChange } from '../../change/model/change.ts';
import type { Changes, DecisionResult } from '../../change/model/changes.ts';
import { withoutLeftOut } from '../../change/model/leave-out.ts';
import { isRestored } from '../../change/model/restored-table.ts';
import { type Step, stepsOf } from '../../change/model/step.ts';
import { failWaiting } from '../../change/model/step-order.ts';
import { maxStartDelay } from '../../change/model/time-limits.ts';
import { titleOf } from '../../change/model/titles.ts';
import { whyNotPrepared } from '../../command-line/prepare-request.ts';
import type { Clock } from '../../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import { explain, isExpected } from '../../evaluate/describe-error.ts';
import { denied } from '../../evaluate/who-can.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { Decision } from '../../policy/decide.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { type ChangeEvaluation, evaluateChange, stepsFrom } from '../prepare/evaluate-change.ts';
import { prepareChange } from '../prepare/prepare-change.ts';
import { busy, resume } from '../run/execute.ts';
import {
  type NotedOpening,
  noteOpening,
  type OpeningDependencies,
  openingNothing,
} from '../run/note-opening.ts';
import { resourceToHold } from '../run/resource-to-hold.ts';
import type { ApprovedRunDependencies } from '../run/run-dependencies.ts';
import { runsAtOnce } from '../views/immediate-change.ts';
import {
  changedNothing,
  claimOffers,
  giveBackAll,
  isClaimed,
  leftOut,
  type OfferClaim,
  undoneIn,
} from './claim-offers.ts';
import { goOnRunning, isStored, storeConfirmed } from './confirmed-change.ts';
import { whyNotRequested } from './evaluate-request.ts';
import { postStored, requestApproval } from './request-approval.ts';
import { retryButtons } from './retry-buttons.ts';
import { runConfirmed } from './run-confirmed.ts';

/** Dependencies for a decision on a previewed change. */
export interface DecideDependencies {
  readonly clock: Clock;
  readonly changes: Pick<Changes, 'decide' | 'previewed'>;
}

/** Dependencies for running a confirmed change, or for requesting its approval. */
export type ConfirmDependencies = DecideDependencies & ApprovedRunDependencies;

type Refused = Extract<DecisionResult, { refused: string }>;

const refusals: Readonly<Record<Exclude<Refused['refused'], 'expired'>, string>> = {
  unknown: 'This preview is no longer available.',
  'not yours': 'Only the requester can confirm or cancel this.',
  'confirmed before': 'This was already confirmed.',
  'cancelled before': 'This was already cancelled.',
};

/** Says why a click on a preview does not count. */
function refuseClick(why: Refused): Result {
  if (why.refused === 'expired') return expired(why.change);
  const answer = [note(refusals[why.refused])];
  return { deliveries: [{ kind: why.refused === 'not yours' ? 'ephemeral' : 'replace', answer }] };
}

/** For a preview that was not confirmed in time, with a button that runs its command. */
const expired = (change: RequestedChange, meanwhile = ' Nothing was changed.'): Result => ({
  deliveries: [
    {
      kind: 'replace',
      answer: [note(`This preview expired.${meanwhile} Run the command again.`), ...previewAgain(change)],
    },
  ],
});

/** The command that requests a change; undefined for several steps that no command requests. */
const lineFor = ({
  plan,
  steps: [{ line }, ...others],
}: Pick<RequestedChange, 'plan' | 'steps'>): string | undefined =>
  plan || others.length > 0 ? plan?.line : line;

/** A button that previews a change as it would be now. */
function previewAgain(change: Pick<RequestedChange, 'plan' | 'steps'>): Answer {
  const line = lineFor(change);
  return line === undefined ? [] : [buttons(commandButton('Preview Again', line))];
}

/** Drops a change that its requester previewed. */
export async function cancelChange(job: DecisionMade, deps: DecideDependencies): Promise<Result> {
  const decided = await deps.changes.decide(job.on, job.replyTo.person, 'cancel', job.id);
  if ('refused' in decided) return refuseClick(decided);
  const { change } = decided;
  return {
    deliveries: [{ kind: 'replace', answer: [context(`Cancelled · ${titleOf(change)}`)] }],
    entries: auditEntries('withdrawn', change, deps),
  };
}

/** Runs a change that its requester confirmed, at most once, or asks approvers for it. */
export async function confirmChange(job: DecisionMade, deps: ConfirmDependencies): Promise<Result> {
  if (await leavesNothing(job, deps)) return nothingTicked;
  const decided = await deps.changes.decide(job.on, job.replyTo.person, 'confirm', job.id);
  if ('refused' in decided) return refuseClick(decided);
  // After the restored time it may have been confirmed, and applied.
  if (isRestored(decided.change, deps)) return expired(decided.change, '');
  const { redelivered } = decided;
  const pending = withoutLeftOut(decided.change, job.leftOut) ?? decided.change;
  if (redelivered) {
    // Requested by an earlier delivery, so it stays requested: others may have voted on it by now.
    const requested = await deps.changes.get(pending.id);
    if (requested) return goOn(requested, job, deps);
    if (deps.clock() >= pending.expires + maxStartDelay) return expired(pending);
  }
  return runOrRequestApproval(pending, job, await claimOffers(pending, job, deps), deps);
}

/** Goes on with a change that an earlier delivery of the same job stored. */
async function goOn(change: Change, job: DecisionMade, deps: ConfirmDependencies): Promise<Result> {
  if (needsApproval(change)) return postStored(change, deps);
  return runsAtOnce(change) ? resume(change.id, job, deps) : goOnRunning(change, deps);
}

/** A confirmed change that was not started; `why` is for the audit log. */
const stopped = (
  change: RequestedChange,
  answer: Answer,
  why: string,
  deps: { readonly clock: Clock },
): Result => ({
  deliveries: [{ kind: 'replace', answer }],
  entries: auditEntries('refused', change, deps, { note: why }),
});

/** Whether a person confirmed a preview in which they had unticked everything: it stays as it is. */
async function leavesNothing(
  { on: id, leftOut = [] }: DecisionMade,
  { changes }: DecideDependencies,
): Promise<boolean> {
  const pending = leftOut.length > 0 ? await changes.previewed(id) : undefined;
  return pending !== undefined && withoutLeftOut(pending, leftOut) === undefined;
}

const nothingTicked: Result = ephemeral([
  failed('Nothing is ticked. Tick at least one, then confirm again.'),
]);

/** Buttons for a change that failed before it began, with the command that its requester typed. */
function retryChange(prepared: Prepared<Context>, change: RequestedChange, error: unknown): Answer {
  const line = lineFor(change);
  return line === undefined ? [] : retryButtons({ ...prepared, line }, error);
}

/** Evaluates a confirmed change once more, then runs it, asks approvers for it, or says why neither is possible. */
async function runOrRequestApproval(
  pending: Change,
  job: DecisionMade,
  claims: readonly OfferClaim[],
  deps: ConfirmDependencies,
): Promise<Result> {
  const giveBack = (): Promise<void> => giveBackAll(claims, job.id, deps);
  const stop = async (answer: Answer, why: string): Promise<Result> => {
    // Another run of this job may have made it since, which is what differs then.
    const made = await deps.changes.get(pending.id);
    if (made) return goOn(made, job, deps);
    await giveBack();
    return stopped(pending, answer, why, deps);
  };
  const refused = claims.map((claim) => leftOut(claim, undefined));
  const [first] = refused;
  if (first && refused.every(Boolean)) return stop(first.answer, first.why);
  const preparation = prepareChange(pending.steps);
  if (preparation.kind !== 'prepared')
    return stop(whyNotPrepared(preparation), changedInNewVersion('command'));

  const { prepared } = preparation;
  const { resource, busyWith } = runsHere(pending, job, deps)
    ? await resourceToHold(stepsOf(pending)[0], deps)
    : {};
  if (busyWith) return stop([failed(busy(busyWith)), ...previewAgain(pending)], busy(busyWith));
  let current: ChangeEvaluation;
  try {
    current = await evaluateChange(prepared, job.replyTo, deps, {
      undoes: claims.map(undoneIn),
      known: pending.steps,
      ifAlreadySo: 'refuse',
    });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return stop([...explain(error), ...retryChange(prepared[0], pending, error)], reason(error));
  }
  const { title, states } = current;
  const left = claims.map((claim, index) => leftOut(claim, states[index]));
  const steps = confirmedSteps(pending, current, claims, left, job);
  const [out] = left.flatMap((reason) => reason ?? []);
  if (out && steps.every(({ outcome }) => outcome)) return stop(out.answer, out.why);
  const change: RequestedChange = { ...pending, replyTo: job.replyTo, steps };
  if (change.steps.some((step, index) => step.title !== pending.steps[index]?.title)) {
    const sentence = 'It changed since you saw the preview. Nothing was changed.';
    return stop([failed(sentence), note(`Now: ${title}`), ...previewAgain(pending)], sentence);
  }
  // The log has nothing yet of a preview with ticks.
  const stored = !runsHere(change, job, deps);
  const noted = stored ? openingNothing(current) : await evaluationToRun(change, current, deps);
  const { evaluation } = noted;
  const { decision } = evaluation;
  if (decision.kind === 'deny') return stop(denied(decision), decision.why);
  if (decision.kind !== 'requestApproval') {
    const points = decision.kind === 'confirm' ? decision.points : [];
    const confirmed = { change, job: job.id, evaluation, points };
    if (!stored) return runConfirmed(confirmed, noted, job, resource, deps);
    return storeConfirmed(confirmed, deps);
  }

  const missing = await whyNotRequested(change, decision, deps);
  if (missing) return stop([failed(`${missing} Nothing was changed.`)], missing);
  const result = await requestApproval({ change, job: job.id, evaluation, decision }, deps);
  if (changedNothing(result)) await giveBack();
  return result;
}

/** Whether the job of the click runs a change itself, if it needs no approval. */
const runsHere = (
  change: RequestedChange,
  { leftOut }: DecisionMade,
  { clock }: ConfirmDependencies,
): boolean => !isStored(change, clock()) && leftOut === undefined;

const mayRun = ({ kind }: Decision): boolean => kind === 'run' || kind === 'confirm';

/** The evaluation of a change that starts now, once what it opens is stored. If it may not run, it has opened nothing. */
async function evaluationToRun(
  change: RequestedChange,
  evaluation: ChangeEvaluation,
  deps: OpeningDependencies,
): Promise<NotedOpening> {
  if (!mayRun(evaluation.decision)) return openingNothing(evaluation);
  const noted = await noteOpening(stepsOf(change)[0], evaluation, deps);
  if (!mayRun(noted.evaluation.decision)) await noted.forget();
  return noted;
}

/**
 * The steps of a confirmed change as they are stored. A step of an Undo or a retry that can't be made any more has failed, and so
 * have those that wait for it; the others go on. What it used is given back at the end of the request.
 */
function confirmedSteps(
  { steps }: Change,
  evaluation: ChangeEvaluation,
  claims: readonly OfferClaim[],
  left: readonly ReturnType<typeof leftOut>[],
  job: DecisionMade,
): NonEmpty<Step> {
  const confirmed = mapNonEmpty(stepsFrom(evaluation), (step, index): Step => {
    const previewed = steps[index];
    const [claim, out] = [claims[index], left[index]];
    const { undoes, retries } = previewed ?? {};
    const usedBy = isClaimed(claim) ? job.id : undefined;
    return {
      ...previewed,
      ...step,
      line: previewed?.line ?? step.line,
      ...(undoes && { undoes: { ...undoes, usedBy } }),
      ...(retries && { retries: { ...retries, usedBy } }),
      ...(out && { outcome: { kind: 'failed', answer: out.answer, note: out.why, job: job.id } }),
    };
  });
  return failWaiting(confirmed, job.id);
}
