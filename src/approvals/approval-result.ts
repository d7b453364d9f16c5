import { type Answer, note } from '../answer/answer.ts';
import { auditEntry, outcomeEntry } from '../audit-log/entries.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import type { Change, Due } from '../change/model/change.ts';
import { idOfStep, stepsOf } from '../change/model/step.ts';
import { stepsToUndo } from '../change/model/steps-to-undo.ts';
import type { Clock } from '../core/clock.ts';
import type { Result } from '../queue/result.ts';
import { report } from './report.ts';
import { endedAtOnce, runsAtOnce } from './run-at-once.ts';

/*
 * What a job's result says of a request for approval. Nothing here has an effect: the result is carried out by deliver.ts.
 */

/**
 * The steps that ended with a job, for the audit log: those to which it gave an outcome and, if it ended the request without
 * executing it, those without an outcome.
 */
export const endEntries = (
  { ended, ...change }: Change,
  job: string,
  deps: { readonly clock: Clock },
): readonly AuditEntry[] =>
  stepsOf(change).flatMap((changeStep) => {
    const { outcome } = changeStep.step;
    if (outcome) return outcome.job === job ? [outcomeEntry(changeStep, outcome, deps)] : [];
    if (ended?.job !== job) return [];
    const { event, person, note } = ended;
    return [auditEntry(event, changeStep, deps, { person, ...(note && { note }) })];
  });

/** The jobs that ended a request or steps of it, the sweeper among them. */
export const jobsOfEnds = ({ ended, steps }: Change): readonly string[] => [
  ...new Set([...steps.flatMap(({ outcome }) => outcome?.job ?? []), ...(ended ? [ended.job] : [])]),
];

/** What a job says of a request that it took further: all messages about it are brought up to date. */
export const updated = (change: Change): Required<Pick<Result, 'cards'>> => ({ cards: [change.id] });

/**
 * What a job says of a request that it ended: the end goes to the audit log, and is announced. `notified`: what the job's
 * own deliveries do of that already.
 */
export function ended(
  change: Change,
  deps: { readonly clock: Clock },
  notified: readonly Due[] = [],
): Required<Pick<Result, 'deliveries' | 'entries' | 'ends'>> & Pick<Result, 'leases' | 'isRepeatable'> {
  const entries = change.ended ? endEntries(change, change.ended.job, deps) : [];
  if (runsAtOnce(change) && change.ended?.job === change.job) {
    const told: readonly Due[] = ['card', 'requester', 'channel'];
    const ends = [{ change: change.id, notified: told }];
    return { deliveries: endedAtOnce(change, deps.clock()), entries, ends, isRepeatable: true };
  }
  const [last] = stepsToUndo(change);
  const isToReport = change.due?.includes('channel') && !notified.includes('channel');
  const reported = isToReport ? report(change, deps.clock()) : undefined;
  return {
    deliveries: reported
      ? [{ kind: 'post', answer: reported.answer, shows: { change: change.id, view: reported.view } }]
      : [],
    entries,
    ends: [{ change: change.id, notified, isShared: jobsOfEnds(change).length > 1 }],
    // Its end begins to undo them, and is queued at once.
    ...(last && { leases: [idOfStep(last)] }),
  };
}

/** Why a request is outdated, as it is stored with it, and what to do. Each of the changes is a sentence. */
export const outdatedFor = (
  changes: readonly string[],
  next = 'Request it again.',
): { readonly note: string; readonly answer: Answer } => ({
  note: `Outdated: ${changes.join(' ')}`,
  answer: [note([...changes, 'Nothing was changed.', next].join(' ').trimEnd())],
});
