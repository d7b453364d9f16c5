import { type Answer, code, failed, note, time } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { keptResultIn } from '../../change/model/outcomes.ts';
import { idOfStep, type Step, stepsOf } from '../../change/model/step.ts';
import { readLine } from '../../command-line/plan-steps.ts';
import { whyNotPrepared } from '../../command-line/prepare-request.ts';
import type { Instant } from '../../core/clock.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { referenceInWords, type StepReference, writeStepReference } from '../../core/step-reference.ts';
import type { RawArgs } from '../../operation/operation.ts';
import { referencesOf, withResults } from '../../operation/step-results.ts';
import { writeCommand } from '../../operation/write-command.ts';
import { operationById } from '../../operations/index.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { shortestSpan, type Timing } from '../../time/timing.ts';
import { resultsUsed } from '../prepare/kept-results.ts';
import { prepareChange } from '../prepare/prepare-change.ts';
import { retriedPlan } from '../views/describe-plan.ts';
import { failedSteps } from '../views/step-list.ts';
import { type PreviewDependencies, previewChange } from './preview-change.ts';
import { checkUndo, whyNotOffered } from './use-offers.ts';

const nothingLeft = ephemeral([failed('There is nothing left to retry. Nothing was changed.')]);

/** Previews a retry of the failed steps of a request, with their arguments, ends and plan, for a person's click. */
export async function retryFailed(job: DecisionMade, deps: PreviewDependencies): Promise<Result> {
  const change = await deps.changes.get(job.on);
  if (!change?.closed) return nothingLeft;
  const [first, ...others] = retriedSteps(change, deps.clock());
  if (!first) return retriedBefore(change) ?? nothingLeft;
  const refused = whyNotRetried(change, deps.clock()) ?? (await undoTooLate(change, job, deps));
  if (refused) return ephemeral(refused);
  const steps = [first, ...others] as const;
  const preparation = prepareChange(steps);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const prepared = mapNonEmpty(preparation.prepared, (step, index) => ({
    ...step,
    line: steps[index]?.line ?? step.line,
    raw: { ...step.raw, ...optionsOf(steps[index]?.line ?? step.line, change) },
    reason: change.reason || step.reason,
    ticket: change.ticket ?? step.ticket,
  }));
  const known = steps.map(({ after, undoes, retries }) => ({ after, undoes, retries }));
  const stored = { timings: steps, plan: retriedPlan(change, prepared) };
  return previewChange({ prepared, known, stored }, job, deps);
}

/** Reports who retried the failed steps; undefined if nobody did. */
function retriedBefore({ steps }: Change): Result | undefined {
  const [by] = steps.flatMap(({ retriedBy }) => retriedBy ?? []);
  return by && ephemeral(whyNotOffered({ refused: 'retried', by }).answer);
}

/** Returns the options of a retried step, for the command of the new request. */
function optionsOf(line: string, { reason, ticket }: Pick<Change, 'reason' | 'ticket'>): RawArgs {
  const read = readLine({ text: line, number: 1 });
  const { account, starts, ends } = 'problem' in read ? {} : read.raw;
  const given = Object.entries({ account, starts, ends, why: reason, ticket });
  return Object.fromEntries(given.flatMap(([name, words]) => (words ? [[name, words]] : [])));
}

/**
 * Returns the failed steps of a request for a retry `now`: as people agreed to them, without their outcomes. A step depends on
 * its former predecessor if that is also retried.
 */
function retriedSteps(change: Change, now: Instant): readonly Step[] {
  const positions = failedSteps(change);
  return positions
    .flatMap((index) => stepsOf(change)[index] ?? [])
    .map((changeStep) => {
      const { step } = changeStep;
      const { claimed: _, outcome: __, undoneBy: ___, end: ____, waitsFor: _____, ...former } = step;
      const { after, undoes, startsAt, ...kept } = former;
      const position = after === undefined ? -1 : positions.indexOf(after);
      const timing: Timing = {
        startsAt: startsAt !== undefined && startsAt > now ? startsAt : undefined,
        ends: step.ends,
      };
      return {
        ...kept,
        ...timing,
        ...wordsOf(
          step,
          timing,
          (reference) => keptResultIn(change.steps, reference) ?? renumbered(reference, positions),
        ),
        after: position < 0 ? undefined : position,
        // An Undo is claimed again; for any other step, its retry is claimed.
        ...(undoes
          ? { undoes: { id: undoes.id, subject: undoes.subject } }
          : { retries: { id: idOfStep(changeStep), ...keptBy(step, change) } }),
      };
    });
}

/** Returns the results in place of references, now and in earlier retries; they have to exist until the step runs. */
function keptBy(
  { operation, raw, retries }: Step,
  change: Change,
): Pick<NonNullable<Step['retries']>, 'kept'> {
  const kept = [...(retries?.kept ?? []), ...resultsUsed({ operation, raw }, change)];
  return kept.length > 0 ? { kept } : {};
}

const renumbered = (reference: StepReference, positions: readonly number[]): string =>
  writeStepReference({ ...reference, step: positions.indexOf(reference.step - 1) + 1 });

/** Returns the arguments and command of a step, with results in place of references, and absolute times of day. */
function wordsOf(
  { operation: id, raw, line }: Step,
  { startsAt, ends }: Timing,
  resultOf: (reference: StepReference) => string,
): Pick<Step, 'raw' | 'line'> {
  const operation = operationById(id);
  const read = readLine({ text: line, number: 1 });
  if (!operation || 'problem' in read) return { raw, line };
  const times = {
    ...(read.raw.starts && { starts: startsAt === undefined ? '' : instant(startsAt) }),
    ...(ends && 'at' in ends && { ends: instant(ends.at) }),
  };
  return {
    raw: withResults(operation, raw, resultOf),
    line: writeCommand(operation, { ...withResults(operation, read.raw, resultOf), ...times }),
  };
}

/** Formats a time as "2026-11-23T18:00Z". */
const instant = (at: Instant): string => new Date(at).toISOString().replace(/(:00)?\.000Z$/, 'Z');

/** Resolves to why failed Undos can't be retried, if their time is over. */
async function undoTooLate(
  change: Change,
  { id: job }: DecisionMade,
  deps: PreviewDependencies,
): Promise<Answer | undefined> {
  const undone = failedSteps(change).flatMap((index) => change.steps[index]?.undoes?.id ?? []);
  const used = await mapConcurrently(undone, (id) => checkUndo(id, job, deps), maxConcurrency.store);
  const expired = used.find((one) => 'refused' in one && one.refused === 'expired');
  return expired && 'refused' in expired ? whyNotOffered(expired).answer : undefined;
}

/** Returns why failed steps can't be retried: their end has passed, or a result that they need is unknown. */
function whyNotRetried(change: Change, now: Instant): Answer | undefined {
  const positions = failedSteps(change);
  const ended = positions.flatMap((index) => {
    const { ends } = change.steps[index] ?? {};
    return ends && 'at' in ends && ends.at < now + shortestSpan ? [ends.at] : [];
  });
  const [at] = ended;
  if (at !== undefined)
    return [
      failed('It was to end ', time(new Date(at)), '. That is past, or too soon. Nothing was changed.'),
      note('Request it again with another end.'),
    ];
  const lost = positions.flatMap((index) => {
    const { operation: id = '', raw = {} } = change.steps[index] ?? {};
    const operation = operationById(id);
    const needed = operation ? referencesOf(operation, raw) : [];
    return needed
      .filter(
        (reference) => !positions.includes(reference.step - 1) && !keptResultIn(change.steps, reference),
      )
      .map((reference) => ({ index, reference }));
  });
  const [first] = lost;
  return (
    first && [
      failed(
        `Step ${first.index + 1} needs ${referenceInWords(first.reference)}, which isn’t known. Nothing was changed.`,
      ),
      note(
        `Find out ${referenceInWords(first.reference)}. Then request the steps that failed, with it in place of `,
        code(writeStepReference(first.reference)),
        '.',
      ),
    ]
  );
}
