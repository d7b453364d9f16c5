import type { WorkspaceInfo } from '../slack/slack-control.ts';
import type { Person } from '../slack/workspace/sample-workspace.ts';
import { mentions, names } from './mentions.ts';
import type { Message } from './workspace-view.ts';

/** A push notification: the message as it was posted. */
export interface Push {
  readonly message: Message;
  /** Its title: the author of a direct message, or the channel. */
  readonly title: string;
  /** The author, if the title does not name them. */
  readonly author: string | undefined;
}

interface Owner {
  readonly person: Pick<Person, 'id'>;
  readonly info: Pick<WorkspaceInfo, 'channels' | 'groups'>;
  nameOf(id: string): string | undefined;
}

/**
 * Returns the push notifications for a person with Slack's default settings, oldest first: direct messages, mentions, and replies
 * in a thread that the person began, answered or was mentioned in. Edits and ephemeral messages cause none.
 * @param posted all messages that the person could see, as they were posted
 */
export function pushesFor(posted: readonly Message[], owner: Owner): readonly Push[] {
  const { person, info } = owner;
  const followed = new Set<string>();
  const direct = new Set(info.channels.filter(({ kind }) => kind === 'im').map(({ id }) => id));
  return posted.flatMap((message) => {
    const { ts, channel, user, secret, threadTs = ts } = message;
    const isDirect = direct.has(channel);
    const notifies = isDirect || followed.has(threadTs) || mentions(message, person, info.groups);
    if (user === person.id || names(message, person)) followed.add(threadTs);
    return notifies && !secret && user !== person.id ? [pushOf(message, isDirect, owner)] : [];
  });
}

function pushOf(message: Message, isDirect: boolean, { nameOf }: Owner): Push {
  const { channel, user, threadTs } = message;
  const author = nameOf(user) ?? user;
  if (isDirect) return { message, title: author, author: undefined };
  return { message, title: `${threadTs ? 'Thread in ' : ''}#${nameOf(channel) ?? channel}`, author };
}
