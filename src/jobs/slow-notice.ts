import { type Answer, context } from '../answer/answer.ts';
import { orLogged } from '../answer/or-logged.ts';
import type { Millis } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Timer } from '../core/timer.ts';
import type { DeliveryAttempt } from '../core/unavailable.ts';
import type { Messenger } from '../messaging/messaging.ts';
import type { Job } from '../queue/job.ts';

/** In place of a preview, until what came of it takes its place. */
const asking: Answer = [context('Asking the cloud API…')];

/** Stays above the answer, since Slack lets nobody delete an ephemeral message: so it is true also when the answer is there. */
const slowAnswer: Answer = [
  context('The cloud API took longer than usual for this. The answer comes below.'),
];

/** Dependencies for the notice that an answer takes longer. */
export interface NoticeDependencies {
  readonly messenger: Pick<Messenger, 'ephemeral' | 'replace'>;
  readonly timer: Timer;
  /** Delay before a person who waits for an answer gets a notice. */
  readonly noticeAfterMs: Millis;
  readonly log: Log;
}

/**
 * Runs `handle`, and tells the person who waits that the cloud API is asked if that takes longer than `noticeAfterMs`. Resolves or
 * rejects as `handle` does, once the notice is sent, so that the answer comes after it. Only the first delivery of a job sends one.
 *
 * A click on *Confirm* has a message that Slack lets Skydesk replace: first by the notice, then by what came of it. Slack
 * neither replaces nor deletes an ephemeral message that answers a command, so there the answer follows the notice.
 */
export async function withSlowNotice<Result>(
  job: Job,
  { received }: Pick<DeliveryAttempt, 'received'>,
  handle: () => Promise<Result>,
  { messenger, timer, noticeAfterMs, log }: NoticeDependencies,
): Promise<Result> {
  const how = noticeFor(job);
  if (!how || received > 1) return handle();
  let sent: Promise<boolean> | undefined;
  const cancel = timer(noticeAfterMs, () => {
    const sending =
      how === 'replace'
        ? messenger.replace(job.replyTo, asking)
        : messenger.ephemeral(job.replyTo, slowAnswer);
    sent = orLogged(sending, log, 'notice not sent', { kind: job.kind });
  });
  try {
    return await handle();
  } finally {
    cancel();
    await sent;
  }
}

/** Modals and the Home tab have placeholders of their own, and no person waits for background jobs. */
function noticeFor(job: Job): 'ephemeral' | 'replace' | undefined {
  if (job.kind === 'command') return job.view ? undefined : 'ephemeral';
  if (job.kind !== 'decision') return undefined;
  return job.decision === 'confirm' && !job.inModal ? 'replace' : 'ephemeral';
}
