import { type Answer, note } from '../answer/answer.ts';
import type { Service } from '../cloud/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { sha256 } from '../core/sha256.ts';
import type { Watches } from '../drift/findings.ts';
import { commandsIn } from '../evaluate/make-command.ts';
import type { Message, Messenger } from '../messaging/messaging.ts';
import { type Policy, watchChannel } from '../policy/policy.ts';

/** Dependencies for telling a channel what was changed outside. */
export interface TellDependencies {
  readonly service: Service;
  readonly watches: Watches;
  readonly messenger: Pick<Messenger, 'send' | 'edit'>;
  readonly policy: Pick<Policy, 'watch' | 'approvals'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Posts in the channel of the watch, or edits what is `posted` there if it shows something else, and stores
 * where it is and what it shows by `keep`, which resolves to false if another worker has posted one, too:
 * then this one is marked as not in use. What Slack doesn’t take is not stored, so that it is tried again.
 * Slack has no means to find a message again, so a worker that dies after Slack took it, and before the table
 * did, leaves another one to be posted.
 */
export async function post(
  posted: { readonly message: Message; readonly drawn: string } | undefined,
  answer: Answer,
  keep: (message: Message, drawn: string) => Promise<boolean>,
  { messenger, policy }: TellDependencies,
): Promise<void> {
  const drawn = sha256(answer);
  if (drawn === posted?.drawn) return;
  const message = posted
    ? await messenger.edit(posted.message, answer)
    : await messenger.send(watchChannel(policy), answer);
  if (!message) return;
  if (!(await keep(message, drawn)) && !posted)
    await messenger.edit(message, [note('This message is not in use. There is another one.')]);
}

/** What lists the findings of an account, and writes commands about it: they name the account where the login can’t be asked. */
export async function contextOf(account: string, { service, watches }: TellDependencies) {
  const own = service.account(account);
  const login = await service.login().catch(() => ({ accountAlias: '' }));
  return { service: own, watches, ...commandsIn({ service: own, login }) };
}
