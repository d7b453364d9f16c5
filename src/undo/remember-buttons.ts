import type { Answer } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import type { Leases } from '../change/model/lease.ts';
import { storeMessage } from '../change/transitions/news.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Message } from '../messaging/messaging.ts';
import { leasesShownIn } from './lease-parts.ts';
import { type RememberDependencies, rememberUndos } from './shown-undos.ts';

interface RememberLeaseDependencies {
  readonly leases: Pick<Leases, 'change'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Stores that a message shows the leases of `answer`, so that it is kept up to date. Never rejects. */
export async function rememberLeases(
  answer: Answer,
  message: Message,
  { leases, clock, log }: RememberLeaseDependencies,
): Promise<void> {
  for (const id of leasesShownIn(answer)) {
    try {
      await leases.change(id, (now) => storeMessage(now, { message, answer }, clock()));
    } catch (error) {
      log('message of a lease not stored', { lease: id, error: errorName(error) });
    }
  }
}

/** Stores that a message shows the Undo buttons and the leases of `answer`. Never rejects. */
export async function rememberButtons(
  answer: Answer,
  message: Message,
  deps: RememberDependencies & RememberLeaseDependencies,
): Promise<void> {
  await rememberUndos(answer, message, deps);
  await rememberLeases(answer, message, deps);
}
