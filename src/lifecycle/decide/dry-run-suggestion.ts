import { count } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { differenceOf } from '../../change/words/suggested.ts';
import { suggestionProblems } from '../../command-line/check-suggestion.ts';
import { isRefused } from '../../core/call-failed.ts';
import { capitalize } from '../../core/capitalize.ts';
import { Unavailable } from '../../core/unavailable.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import { explain, isExpected } from '../../evaluate/describe-error.ts';
import type { Alert, Narrows } from '../../messaging/view.ts';
import type { SuggestionTyped } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import { type ChangeEvaluation, stepsFrom } from '../prepare/evaluate-change.ts';
import { riskAlert } from '../views/card.ts';
import { deniedToSee } from './denied-to-see.ts';
import { evaluateNarrower, narrowsOf } from './suggest.ts';

/**
 * Shows the effect of the change in a suggestion form while it is typed, or why the values can't be read or evaluated. Reads
 * only. The text names these values, since the person may have typed more in the meantime.
 */
export async function dryRunSuggestion(job: SuggestionTyped, deps: ContextDependencies): Promise<Result> {
  const change = await deps.changes.get(job.change);
  const narrows = change && narrowsOf(change);
  if (change?.status !== 'open' || !narrows) return { deliveries: [] };
  if (await deniedToSee(change, job.replyTo, deps)) return { deliveries: [] };
  const { channel, thread } = job.replyTo;
  const form = {
    change: change.id,
    channel,
    ...(thread && { thread }),
    seen: job.seen,
    suggestion: job.suggestion,
    narrows,
    alerts: [await asChanged(change, narrows, job, deps)],
  };
  return { deliveries: [{ kind: 'suggestion', view: job.view, form }] };
}

async function asChanged(
  change: Change,
  { operation, raw }: Narrows,
  { narrower }: SuggestionTyped,
  deps: ContextDependencies,
): Promise<Alert> {
  const [problem] = suggestionProblems(operation, raw, narrower);
  if (problem) {
    const typed = narrower[problem.field ?? ''];
    return { level: 'warning', text: `${typed ? `“${typed}”: ` : ''}${capitalize(problem.message)}` };
  }
  try {
    const evaluated = await evaluateNarrower(change, narrower, deps);
    return 'answer' in evaluated
      ? { level: 'warning', text: 'These values can’t be read.' }
      : weighed(evaluated.evaluation, change);
  } catch (error) {
    if (!isExpected(error) && !isRefused(error) && !(error instanceof Unavailable)) throw error;
    const [what] = explain(error, { reads: true });
    return { level: 'warning', text: what?.kind === 'notice' ? what.text : 'It can’t be evaluated now.' };
  }
}

/** Describes the effect of the change with the typed values: what it opens, its risk, and the approvals that it needs. */
function weighed(evaluation: ChangeEvaluation, change: Change): Alert {
  const { decision, impactLine, riskLine } = evaluation;
  const changed = differenceOf({ steps: stepsFrom(evaluation) }, change.steps);
  if (decision.kind === 'deny') return { level: 'warning', text: `As changed, ${changed}: ${decision.why}` };
  const points = 'points' in decision ? decision.points : [];
  const [risk] = riskAlert({ points, riskLine });
  const needs =
    decision.kind === 'requestApproval'
      ? `needs ${count(decision.approvers, 'approval')}`
      : 'needs no approval';
  return {
    level: risk?.level ?? 'info',
    text: [
      `As changed, ${changed}: ${impactLine ? `${impactLine} · ` : ''}`,
      ...(risk ? [risk.text].flat() : [needs]),
    ],
  };
}
