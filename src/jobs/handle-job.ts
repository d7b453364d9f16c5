import { type Answer, failed } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { refusedEntries } from '../audit-log/append-entries.ts';
import { preparedOf, type ValidatedJob, validated } from '../commands/handle-command.ts';
import { meantBy } from '../commands/meant-by.ts';
import { withSaid } from '../commands/said-in-answer.ts';
import type { DeliveryAttempt } from '../core/unavailable.ts';
import { identified, type Rejection, rejectionOf } from '../evaluate/admission.ts';
import type { ContextDependencies } from '../evaluate/build-context.ts';
import { explain } from '../evaluate/describe-error.ts';
import { retryButtons } from '../lifecycle/views/retry-buttons.ts';
import type { Job } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';
import { willRetry } from './job-failure.ts';
import { type HandlerDependencies, kindOf } from './kinds.ts';
import type { StoredBy } from './stored-by.ts';
import { withTypedText } from './typed-text.ts';

/**
 * Processes a claimed job for a person who can use Skydesk in this channel; others get the reason for the refusal. An error
 * becomes the answer, unless the job has to be redelivered. It rejects then, which is safe until something was sent to the
 * cloud API, since each step is stored under the job's id. The errors of steps and polls reject, since nobody waits for an answer.
 */
export async function handleJob(
  job: Job,
  deps: HandlerDependencies,
  delivery: DeliveryAttempt,
  stored: Pick<StoredBy, 'hasStored'>,
): Promise<Result> {
  const meant = await meantBy(job, deps);
  const checked = validated(await withTypedText(meant.job, deps.names), meant.said);
  const kind = kindOf(checked);
  if (kind.asked === 'anyone') return kind.handle(checked, deps);
  try {
    const rejection = await rejectionOf(checked, kind.asked === 'typed', deps);
    if (rejection) return await rejected(checked, rejection, deps);
    return await kind.handle(await identified(checked, deps), deps);
  } catch (error) {
    if (willRetry(job, error, delivery, stored)) throw error;
    deps.log('job failed', { kind: job.kind, error: errorName(error) });
    const prepared = preparedOf(checked);
    const retry = prepared ? retryButtons(prepared, error) : [];
    const answer = [...explain(error, { reads: isRead(checked) }), ...retry];
    const result = answered(checked, answer);
    return { ...(meant.said ? withSaid(result, meant.said) : result), outcome: 'failed' };
  }
}

/** Returns whether a job only reads, so that its answer need not mention changes. */
const isRead = (job: ValidatedJob): boolean =>
  kindOf(job).isRead === true || preparedOf(job)?.operation.risk === 'reads';

/** Returns an answer for the place that the request came from: the Home tab, the open form or review, or the channel. */
const answered = (job: ValidatedJob, answer: Answer): Result =>
  kindOf(job).show?.(job, answer) ?? ephemeral(answer);

/** Explains why a person can't use Skydesk, and logs their requested change as refused. */
async function rejected(
  job: ValidatedJob,
  { why, next }: Rejection,
  deps: Pick<ContextDependencies, 'service' | 'clock'>,
): Promise<Result> {
  const prepared = preparedOf(job);
  const entries = prepared ? await refusedEntries(prepared, job, why, deps) : [];
  const said = isRead(job) ? why : `${why} Nothing was changed.`;
  return { ...answered(job, [failed(said), ...next]), entries, outcome: 'refused' };
}
