import { type Answer, context } from '../answer/answer.ts';
import { orLogged } from '../answer/or-logged.ts';
import type { Millis } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Timer } from '../core/timer.ts';
import type { DeliveryAttempt } from '../core/unavailable.ts';
import type { Messenger } from '../messaging/messaging.ts';
import type { Job } from '../queue/job.ts';
import { kindOf, wasInModal } from './kinds.ts';

/** Replaces a preview until the result replaces it. */
const asking: Answer = [context('Asking the cloud API…')];

/** Stays above the answer, since ephemeral messages can't be deleted. So it has to be true after the answer, as well. */
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
 * Runs `handle`, and notifies the waiting person if it takes longer than `noticeAfterMs`. Settles like `handle`, but not before
 * the notice is sent, so that the answer comes after it. Only the first delivery of a job sends a notice.
 *
 * A click on *Confirm* has a message that Skydesk can replace, first by the notice, then by the result. Slack neither replaces
 * nor deletes an ephemeral message that answers a command, so the answer follows the notice there.
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

/** Modals have their own placeholders: an open one, and one that is closed by now. */
function noticeFor(job: Job): 'ephemeral' | 'replace' | undefined {
  if (job.kind === 'command' && job.view) return undefined;
  return wasInModal(job) ? 'ephemeral' : kindOf(job).notice;
}
