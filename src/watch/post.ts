import { type Answer, note } from '../answer/answer.ts';
import type { Changes } from '../change/model/changes.ts';
import type { Service } from '../cloud/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { sha256 } from '../core/sha256.ts';
import type { Posted, Watches } from '../drift/findings.ts';
import { commandsIn } from '../evaluate/make-command.ts';
import type { Messenger } from '../messaging/messaging.ts';
import { type Policy, watchChannel } from '../policy/policy.ts';

/** Dependencies for notifying a channel of changes from outside. */
export interface NotifyDependencies {
  readonly service: Service;
  readonly watches: Watches;
  readonly changes: Pick<Changes, 'resource' | 'get'>;
  readonly messenger: Pick<Messenger, 'send' | 'edit' | 'amend'>;
  readonly policy: Pick<Policy, 'watch' | 'approvals'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Posts in the watch's channel, or edits the `posted` message if its content differs. One that was deleted or can't be edited is
 * posted again, once. Resolves to the message with its content; undefined if Slack takes neither. A result that isn't stored is
 * posted again.
 */
export async function post(
  posted: Posted | undefined,
  answer: Answer,
  { messenger, policy }: Pick<NotifyDependencies, 'messenger' | 'policy'>,
): Promise<Posted | undefined> {
  const rendered = sha256(answer);
  if (!posted) return { message: await messenger.send(watchChannel(policy), answer), rendered };
  if (rendered === posted.rendered) return posted;
  if (posted.isAgain)
    return (await messenger.amend(posted.message, answer)) ? { ...posted, rendered } : undefined;
  const message = await messenger.edit(posted.message, answer);
  return message && { message, rendered, ...(message.ts !== posted.message.ts && { isAgain: true }) };
}

/**
 * Marks a message that was not stored because another worker has also posted one. Slack can't search for a message, so a worker
 * that dies between Slack and the table causes another post.
 */
export const discard = async (
  { message }: Posted,
  { messenger }: Pick<NotifyDependencies, 'messenger'>,
): Promise<void> =>
  void (await messenger.amend(message, [note('This message is not in use. There is another one.')]));

/** Creates the context for an account's findings and commands. Commands name the account if the login can't be read. */
export async function contextOf(account: string, { service, watches, changes }: NotifyDependencies) {
  const own = service.account(account);
  const login = await service.login().catch(() => ({ accountAlias: '' }));
  return { service: own, watches, changes, ...commandsIn({ service: own, login }) };
}
