import type { Answer } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { changeUndoneBy, isReversal } from '../../change/model/reversal.ts';
import type { Message, Messenger } from '../../messaging/messaging.ts';
import { isDirectMessage } from '../../messaging/reply-target.ts';
import { readForPost, replyTo } from './post-in-thread.ts';

/** Dependencies for sending direct messages. */
interface SendDependencies {
  readonly changes: Pick<Changes, 'get'>;
  readonly messenger: Pick<Messenger, 'send' | 'reply'>;
}

/**
 * Sends the requester of a change a direct message. If there is one about the change, or about the change that it ends or
 * replaces, replies to that. Slack notifies them of either. Rejects like `Messenger.send`, and with `Unavailable` if the table
 * does not answer.
 */
export async function sendToRequester(
  change: Change,
  answer: Answer,
  deps: SendDependencies,
): Promise<Message> {
  const { messages, requester, approval } = change;
  const earlier = isReversal(change) ? changeUndoneBy(change) : approval?.supersedes;
  const about = earlier === undefined ? undefined : await readForPost(earlier, deps.changes);
  const first = [...(about?.messages ?? []), ...messages].find(isDirectMessage);
  return replyTo(first, answer, () => deps.messenger.send(requester, answer), deps);
}
