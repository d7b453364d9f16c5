import { failed } from '../../answer/answer.ts';
import { auditEntry, outcomeEntry } from '../../audit-log/entries.ts';
import { type CausedEntry, closingEvents } from '../../change/model/audit-log.ts';
import type { Change, Due } from '../../change/model/change.ts';
import { stepsOf } from '../../change/model/step.ts';
import type { Clock } from '../../core/clock.ts';
import { ephemeral, type Result } from '../../queue/result.ts';

/*
 * The parts of a job's result that concern a request for approval. Pure: deliver.ts carries the result out.
 */

/**
 * Returns audit log entries for the steps that a job completed: those with an outcome by this job and, if it closed the request
 * without executing it, those without an outcome. A stored end can't be logged as a decision that lets something run.
 */
export const outcomeEntries = (
  { closed, ...change }: Change,
  job: string,
  deps: { readonly clock: Clock },
): readonly CausedEntry[] =>
  stepsOf(change).flatMap((changeStep) => {
    const { outcome } = changeStep.step;
    if (outcome)
      return outcome.job === job ? [outcomeEntry(changeStep, outcome, deps, endedEarlyBy(change))] : [];
    if (closed?.job !== job || !closingEvents.includes(closed.event)) return [];
    const { event, person, note } = closed;
    return [auditEntry(event, changeStep, deps, { person, ...(note && { note }) })];
  });

/** Returns the person who ended a step early, for the log. */
const endedEarlyBy = ({ reversal }: Pick<Change, 'reversal'>): { readonly person?: string } =>
  reversal?.endedBy === undefined ? {} : { person: reversal.endedBy };

/** Returns the jobs that closed a request or completed steps of it, including the sweeper. */
export const jobsOfOutcomes = ({ closed, steps }: Change): readonly string[] => [
  ...new Set([...steps.flatMap(({ outcome }) => outcome?.job ?? []), ...(closed ? [closed.job] : [])]),
];

/** Returns the result of a transition that was refused: the person reads why. */
export const refuseTransition = ({ refused }: { readonly refused: string }): Result =>
  ephemeral([failed(refused)]);

/** Returns the result of updating a request; messages, updates and next jobs are derived from that. */
export const updated = ({ id }: Change): Required<Pick<Result, 'changes'>> => ({ changes: [{ change: id }] });

/**
 * Returns the result of closing a request: the audit log entries; its tasks (todo.ts) are the rest. `handled`: tasks that the job's own
 * deliveries complete.
 */
export function resultOfClosing(
  change: Change,
  deps: { readonly clock: Clock },
  handled: readonly Due[] = [],
): Required<Pick<Result, 'deliveries' | 'entries' | 'changes'>> {
  const entries = change.closed ? outcomeEntries(change, change.closed.job, deps) : [];
  // Other jobs that completed steps may not have logged them.
  const end = { handled: jobsOfOutcomes(change).length > 1 ? handled : ['log' as const, ...handled] };
  return { deliveries: [], entries, changes: [{ change: change.id, end }] };
}
