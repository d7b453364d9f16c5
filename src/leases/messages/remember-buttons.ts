import type { Answer } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import type { Leases } from '../../core/lease.ts';
import type { Log } from '../../core/log.ts';
import type { Message } from '../../core/messaging.ts';
import { errorName } from '../../core/user-error.ts';
import { type RememberDependencies, rememberUndos } from '../../undo/shown-undos.ts';
import { storeMessage } from '../transitions/news.ts';
import { leasesShownIn } from './lease-parts.ts';

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
