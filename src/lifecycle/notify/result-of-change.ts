import { type Answer, note } from '../../answer/answer.ts';
import { auditEntry, outcomeEntry } from '../../audit-log/entries.ts';
import type { AuditEntry } from '../../change/model/audit-log.ts';
import type { Change, Due } from '../../change/model/change.ts';
import { stepsOf } from '../../change/model/step.ts';
import type { Clock } from '../../core/clock.ts';
import type { Result } from '../../queue/result.ts';
import { endedAtOnce, endsAtOnce } from '../views/immediate-change.ts';

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
    if (outcome) return outcome.job === job ? [outcomeEntry(changeStep, outcome, deps, endedBy(change))] : [];
    if (ended?.job !== job) return [];
    const { event, person, note } = ended;
    return [auditEntry(event, changeStep, deps, { person, ...(note && { note }) })];
  });

/** Who is logged as the one that ended something before its time. */
const endedBy = ({ ending }: Pick<Change, 'ending'>): { readonly person?: string } =>
  ending?.endedBy === undefined ? {} : { person: ending.endedBy };

/** The jobs that ended a request or steps of it, the sweeper among them. */
export const jobsOfEnds = ({ ended, steps }: Change): readonly string[] => [
  ...new Set([...steps.flatMap(({ outcome }) => outcome?.job ?? []), ...(ended ? [ended.job] : [])]),
];

/** What a job says of a request that it took further: what follows from that is told, shown and queued. */
export const updated = ({ id }: Change): Required<Pick<Result, 'changes'>> => ({ changes: [{ change: id }] });

/**
 * What a job says of a request that it ended: the end goes to the audit log, and what follows is the outbox's. Only what its requester
 * confirmed a moment ago is answered by the job itself. `handled`: what the job's own deliveries tell of it.
 */
export function ended(
  change: Change,
  deps: { readonly clock: Clock },
  handled: readonly Due[] = [],
): Required<Pick<Result, 'deliveries' | 'entries' | 'changes'>> & Pick<Result, 'isRepeatable'> {
  const entries = change.ended ? endEntries(change, change.ended.job, deps) : [];
  if (endsAtOnce(change)) {
    const end = { handled: ['log', 'card', 'requester', 'channel'] } as const;
    const deliveries = endedAtOnce(change, deps.clock());
    return { deliveries, entries, changes: [{ change: change.id, end }], isRepeatable: true };
  }
  // Other jobs that ended steps of it may not have logged that.
  const end = { handled: jobsOfEnds(change).length > 1 ? handled : ['log' as const, ...handled] };
  return { deliveries: [], entries, changes: [{ change: change.id, end }] };
}

/** Why a request is outdated, as it is stored with it, and what to do. Each of the changes is a sentence. */
export const outdatedFor = (
  changes: readonly string[],
  next = 'Request it again.',
): { readonly note: string; readonly answer: Answer } => ({
  note: `Outdated: ${changes.join(' ')}`,
  answer: [note([...changes, 'Nothing was changed.', next].join(' ').trimEnd())],
});
