import { agreedEntries, auditEntries } from '../../audit-log/entries.ts';
import { type Change, isRefusedAtOnce, type RequestedChange } from '../../change/model/change.ts';
import { expiresWithEnd } from '../../change/model/scheduled-start.ts';
import { latestStart, longestChain } from '../../change/model/step-order.ts';
import { stepTime } from '../../change/model/time-limits.ts';
import type { Instant } from '../../core/clock.ts';
import type { Point } from '../../policy/risk.ts';
import type { Result } from '../../queue/result.ts';
import type { ChangeEvaluation } from '../prepare/evaluate-change.ts';
import type { TransitionDependencies } from '../tell/lifecycle-dependencies.ts';
import { endEntries, ended, updated } from '../tell/result-of-change.ts';
import { requestedNote } from '../views/describe-plan.ts';
import { removePreview } from '../views/immediate-change.ts';

/** A confirmed change that is to be stored. */
export interface Confirmed {
  readonly change: RequestedChange;
  /** Id of the job that confirmed it. */
  readonly job: string;
  readonly evaluation: Pick<ChangeEvaluation, 'impact' | 'impactLine' | 'policy' | 'basis' | 'assessment'>;
  readonly points: readonly Point[];
}

/** Whether a confirmed change is stored and executed by jobs of its own: it has several steps, or starts later. */
export const runsInJobs = ({ steps }: Pick<RequestedChange, 'steps'>, now: Instant): boolean =>
  steps.length > 1 || latestStart(steps, now) > now;

/**
 * Stores a change that its requester confirmed, as a request that needs no approval. A job executes each of its steps when it
 * is due. Safe to repeat.
 */
export async function storeConfirmed(confirmed: Confirmed, deps: TransitionDependencies): Promise<Result> {
  const number = await deps.changes.takeNumber();
  const change = { ...confirmedChange(confirmed, deps.clock()), number };
  await deps.changes.assess(change, confirmed.evaluation.assessment);
  await deps.changes.put(change);
  return goOnRunning((await deps.changes.get(change.id)) ?? change, deps);
}

/**
 * What a job says of a stored change that it confirmed: its message is posted, then the steps that are due are executed. Of one that
 * another run of the job refused, it says that.
 */
export const goOnRunning = (change: Change, deps: TransitionDependencies): Result =>
  isRefusedAtOnce(change)
    ? ended(change, deps)
    : {
        deliveries: [removePreview],
        entries: [
          ...auditEntries('requested', change, deps, { note: requestedNote(change) }),
          ...agreedEntries('confirmed', change, deps),
          ...endEntries(change, change.job, deps),
        ],
        outcome: 'accepted',
        ...updated(change),
      };

/** A change that needs no approval, as it begins. */
export function confirmedChange({ change, job, evaluation, points }: Confirmed, now: Instant): Change {
  const { impact, impactLine, policy, basis } = evaluation;
  const { steps } = change;
  return {
    ...change,
    job,
    judgement: { impact, impactLine, points, policy, basis },
    created: now,
    expires: expiresWithEnd(change, latestStart(steps, now) + longestChain(steps) * stepTime),
    status: 'approved',
    since: now,
    messages: [],
  };
}
