import type { Answer } from '../../answer/answer.ts';
import { errorName } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { messagesWith } from '../../change/model/posted-message.ts';
import { changeUndoneBy } from '../../change/model/reversal.ts';
import { resultViews } from '../../change/transitions/sent-messages.ts';
import { isRefused } from '../../core/call-failed.ts';
import { Unavailable } from '../../core/unavailable.ts';
import type { Message, Messenger } from '../../messaging/messaging.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { ReplyDependencies } from './lifecycle-dependencies.ts';

/** Dependencies for posting in the channel of a change. */
export interface PostDependencies {
  readonly changes: Pick<Changes, 'get'>;
  readonly messenger: Pick<Messenger, 'post' | 'reply'>;
}

/** The subject of a post. */
export interface About {
  /** The id of an end or a rollback; undefined if the post is about anything else. */
  readonly end: string | undefined;
}

/**
 * Posts where a change was requested. A post about an end goes to the thread of the message about the ending change, if that is
 * in the same channel. Rejects like `Messenger.post`, and with `Unavailable` if the table does not answer: nothing was posted,
 * so a retry makes sense.
 */
export async function postInThread(
  place: ReplyTarget,
  answer: Answer,
  { end }: About,
  deps: PostDependencies,
): Promise<Message> {
  const known = end === undefined ? undefined : await readForPost(end, deps.changes);
  return postAbout(place, answer, known && (await readEnded(known, deps)), deps);
}

/** Posts like `postInThread`, about the end of a change that is read already. `isBroadcast`: the channel also shows a reply. */
export function postAbout(
  place: ReplyTarget,
  answer: Answer,
  ended: Change | undefined,
  deps: Pick<PostDependencies, 'messenger'>,
  isBroadcast = false,
): Promise<Message> {
  const parent = ended?.messages.find(
    ({ view, channel }) => resultViews.includes(view) && channel === place.channel,
  );
  return replyTo(parent, answer, () => deps.messenger.post(place, answer), deps, isBroadcast);
}

/** Resolves to the change that an end ends. Rejects with `Unavailable` if the table does not answer. */
export const readEnded = (
  end: Parameters<typeof changeUndoneBy>[0],
  { changes }: Pick<PostDependencies, 'changes'>,
): Promise<Change | undefined> => readForPost(changeUndoneBy(end), changes);

/** Replies to a message, or calls `otherwise` if that is missing or Slack refuses. Rejects if it may have been posted. */
export async function replyTo(
  parent: Message | undefined,
  answer: Answer,
  otherwise: () => Promise<Message>,
  { messenger }: { readonly messenger: Pick<Messenger, 'reply'> },
  isBroadcast = false,
): Promise<Message> {
  if (!parent) return otherwise();
  try {
    return await messenger.reply(parent, answer, isBroadcast);
  } catch (error) {
    if (!isRefused(error)) throw error;
    return otherwise();
  }
}

/**
 * Reads a change whose messages determine where to post. Rejects with `Unavailable`, to distinguish a failure of the table from
 * a refusal by Slack.
 */
export const readForPost = (id: string, changes: Pick<Changes, 'get'>): Promise<Change | undefined> =>
  changes.get(id).catch(() => {
    throw new Unavailable('The table of changes didn’t respond.');
  });

/** Replies in the thread of the card. Ignores a refusal by Slack; rejects if it is unknown whether Slack posted the reply. */
export async function replyInThread(
  change: Change,
  answer: Answer,
  { messenger, log }: ReplyDependencies,
): Promise<void> {
  const [card] = messagesWith('card', change);
  if (!card) return;
  try {
    await messenger.reply(card, answer);
  } catch (error) {
    if (!isRefused(error)) throw error;
    log('reply not posted', { change: change.id, error: errorName(error) });
  }
}
