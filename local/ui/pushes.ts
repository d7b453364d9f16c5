import type { WorkspaceInfo } from '../slack/slack-control.ts';
import type { Person } from '../slack/workspace/sample-workspace.ts';
import { mentions, names } from './mentions.ts';
import type { Message } from './workspace-view.ts';

/** A message that Slack sends to a phone, as it was when it was posted. */
export interface Push {
  readonly message: Message;
  /** Where it was said: who writes in a direct message, or a channel. */
  readonly title: string;
  /** Whose words they are, where the title does not say it. */
  readonly author: string | undefined;
}

/** Whose phone it is, and in what workspace. */
interface Owner {
  readonly person: Pick<Person, 'id'>;
  readonly info: Pick<WorkspaceInfo, 'channels' | 'groups'>;
  nameOf(id: string): string | undefined;
}

/**
 * The pushes that Slack sends to a person's phone by its default settings, oldest first: direct messages, mentions, and
 * replies in a thread that the person began, answered or was named in. An edit sends none, and neither does what only one
 * person sees.
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
