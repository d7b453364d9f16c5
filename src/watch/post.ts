import { type Answer, note } from '../answer/answer.ts';
import type { Service } from '../cloud/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { sha256 } from '../core/sha256.ts';
import type { Posted, Watches } from '../drift/findings.ts';
import { commandsIn } from '../evaluate/make-command.ts';
import type { Messenger } from '../messaging/messaging.ts';
import { type Policy, watchChannel } from '../policy/policy.ts';

/** Dependencies for telling a channel what was changed outside. */
export interface NotifyDependencies {
  readonly service: Service;
  readonly watches: Watches;
  readonly messenger: Pick<Messenger, 'send' | 'edit'>;
  readonly policy: Pick<Policy, 'watch' | 'approvals'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Posts in the channel of the watch, or edits what is `posted` there if it shows something else. Resolves to
 * where it is then, and what it shows; undefined if Slack takes it neither as an edit nor as a message: what
 * isn’t stored is tried again.
 */
export async function post(
  posted: Posted | undefined,
  answer: Answer,
  { messenger, policy }: Pick<NotifyDependencies, 'messenger' | 'policy'>,
): Promise<Posted | undefined> {
  const rendered = sha256(answer);
  if (rendered === posted?.rendered) return posted;
  const message = posted
    ? await messenger.edit(posted.message, answer)
    : await messenger.send(watchChannel(policy), answer);
  return message && { message, rendered };
}

/**
 * Marks a message that was not stored, since another worker has posted one, too. Slack has no means to find a
 * message again, so a worker that dies after Slack took it, and before the table did, leaves another one to
 * be posted.
 */
export const discard = async (
  { message }: Posted,
  { messenger }: Pick<NotifyDependencies, 'messenger'>,
): Promise<void> =>
  void (await messenger.edit(message, [note('This message is not in use. There is another one.')]));

/** What lists the findings of an account, and writes commands about it: they name the account where the login can’t be asked. */
export async function contextOf(account: string, { service, watches }: NotifyDependencies) {
  const own = service.account(account);
  const login = await service.login().catch(() => ({ accountAlias: '' }));
  return { service: own, watches, ...commandsIn({ service: own, login }) };
}
