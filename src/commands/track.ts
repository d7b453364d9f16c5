import type { NotifyDependencies } from '../approvals/approval-dependencies.ts';
import { close } from '../approvals/execute.ts';
import { auditEntry, reason } from '../audit-log/entries.ts';
import { CloudApiError } from '../cloud/model/cloud-error.ts';
import { type Answer, note, person, waiting, warning } from '../core/answer.ts';
import { endEvents } from '../core/audit-log.ts';
import { laterLookId } from '../core/ids.ts';
import type { Progress } from '../core/operation.ts';
import { errorName } from '../core/user-error.ts';
import { operationById } from '../operations/index.ts';
import { contextFor } from '../requests/build-context.ts';
import { explain } from '../requests/describe-error.ts';
import type { Follow } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { type UndoDependencies, undoable } from '../undo/offer.ts';

/** How long something is followed before a person has to look. */
const limit = 45 * 60_000;

/** Seconds until look number `look`: soon at first, then ever more patiently. */
export const pause = (look: number): number => Math.min(60, Math.round(2 * 1.3 ** (look - 1)));

const updated = 'Skydesk was updated and no longer follows this.';

/** After these it is looked at again, as after what is no failure of the service: a secret that cannot be read. */
const passing: readonly CloudApiError['kind'][] = ['service-error', 'unreachable', 'timed-out'];

/** Polls a job of the service once, and edits its message; polls again later unless it has ended. */
export async function trackJob(job: Follow, deps: UndoDependencies & NotifyDependencies): Promise<Result> {
  const elapsed = deps.clock() - job.since;
  const edit = (answer: Answer): Result => ({
    deliveries: [
      {
        kind: 'edit',
        answer: [...answer, note('Asked by ', person(job.place.person))],
        message: job.message,
      },
    ],
  });
  /** The end of it: on record, and for those who approved it, if any did. */
  const ended = async (
    phase: 'done' | 'failed' | 'unknown',
    answer: Answer,
    why?: string,
  ): Promise<Result> => {
    const approval = job.approval === undefined ? undefined : await deps.approvals.get(job.approval);
    const closed =
      approval &&
      (await close(approval, { phase, outcome: answer, job: job.id, note: why }, deps, ['channel']));
    const request = { ...job, id: job.request, requester: job.place.person };
    const more = { job: job.watch.job ?? job.watch.id, note: why };
    return {
      ...edit(answer),
      entries: [auditEntry(endEvents[phase], request, deps, more)],
      ...(closed?.ends && { ends: closed.ends }),
    };
  };
  const operation = operationById(job.operation);
  if (!operation) return ended('unknown', [warning(updated)], updated);

  let progress: Progress;
  try {
    progress = await operation.follow(job.watch, await contextFor(job.account, job.place, deps));
  } catch (error) {
    if (error instanceof CloudApiError && !passing.includes(error.kind)) {
      return ended('unknown', explain(error, { accepted: job.says }), reason(error));
    }
    deps.log('look failed', { operation: job.operation, error: errorName(error) });
    progress = { phase: 'running' };
  }
  if (progress.phase === 'done') {
    const { answer, inverse } = progress;
    const made = { ...job, id: job.request, requester: job.place.person };
    return ended('done', await undoable(answer, () => inverse, made, deps));
  }
  if (progress.phase === 'failed' || progress.phase === 'unknown')
    return ended(progress.phase, progress.answer);
  if (elapsed > limit) {
    const sentence = `Still not finished after ${duration(elapsed)}. Skydesk stops looking: ${job.says}.`;
    return ended('unknown', [warning(sentence)], sentence);
  }
  const phase = progress.phase === 'queued' ? 'Queued at the service' : 'Executing';
  return {
    ...edit([waiting(`${phase} for ${duration(elapsed)}: ${job.says}.`)]),
    again: { ...job, id: laterLookId(job.id, job.look + 1), look: job.look + 1 },
  };
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
