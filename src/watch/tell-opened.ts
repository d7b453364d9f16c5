import { note } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import { toldFor } from '../change/model/time-limits.ts';
import type { Service } from '../cloud/index.ts';
import type { Clock, Instant } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { sha256 } from '../core/sha256.ts';
import type { FindingSet, OpenedCard, Watches } from '../drift/findings.ts';
import { commandsIn } from '../evaluate/make-command.ts';
import type { Message, Messenger } from '../messaging/messaging.ts';
import { listed } from '../operations/changed/open-findings.ts';
import { openedCard } from '../operations/changed/opened-card.ts';
import type { Policy } from '../policy/policy.ts';

/** Dependencies for telling a channel what was opened outside. */
export interface TellOpenedDependencies {
  readonly service: Service;
  readonly watches: Watches;
  readonly messenger: Pick<Messenger, 'send' | 'edit'>;
  readonly policy: Pick<Policy, 'watch' | 'approvals'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Tells the channel once what traffic was opened outside: in one card for all that is found until the next look is due, which is edited
 * when something of it isn’t so any more. What Slack doesn’t take is tried again after the next look, for a day. A worker that dies after
 * Slack took the card, and before the table did, leaves another one to be posted. Never rejects.
 */
export async function tellOpened(account: string, deps: TellOpenedDependencies): Promise<void> {
  try {
    const now = deps.clock();
    const opened = (await deps.watches.findings(account, now - toldFor)).filter(({ findings }) =>
      findings.some(({ opens }) => opens !== undefined),
    );
    if (opened.length > 0) await tell(account, opened, now, deps);
  } catch (error) {
    deps.log('not told', { account, error: errorName(error) });
  }
}

async function tell(
  account: string,
  opened: readonly FindingSet[],
  now: Instant,
  deps: TellOpenedDependencies,
): Promise<void> {
  const { watches } = deps;
  const card = await watches.card(account);
  const untold = opened.filter(({ id }) => !card?.told.includes(id));
  const isOpenCard = card !== undefined && now - card.at < (deps.policy.watch?.everyMinutes ?? 0) * 60_000;
  const edits = untold.length === 0 || isOpenCard ? card : undefined;
  const shown = [...(edits?.shown ?? []), ...untold.map(({ id }) => id)];
  const answer = await cardOf(
    account,
    opened.filter(({ id }) => shown.includes(id)),
    deps,
  );
  const drawn = sha256(answer);
  if (drawn === edits?.drawn) return;
  const message = edits
    ? await edited(edits, answer, deps)
    : await deps.messenger.send(channelOf(deps), answer);
  const next: OpenedCard = {
    version: (card?.version ?? 0) + 1,
    at: edits?.at ?? now,
    message,
    shown,
    told: opened.map(({ id }) => id),
    drawn,
  };
  // Another worker has posted one, too.
  if (!(await watches.saveCard(account, next)) && !edits)
    await deps.messenger.edit(message, [note('This message is not in use. There is another one.')]);
}

const channelOf = ({ policy }: TellOpenedDependencies): string =>
  policy.watch?.channel ?? policy.approvals.channel;

const edited = async (
  { message }: OpenedCard,
  answer: ReturnType<typeof openedCard>,
  { messenger }: TellOpenedDependencies,
): Promise<Message> => (await messenger.edit(message, answer)) ?? message;

async function cardOf(account: string, sets: readonly FindingSet[], deps: TellOpenedDependencies) {
  const service = deps.service.account(account);
  const context = {
    service,
    watches: deps.watches,
    ...commandsIn({ service, login: await deps.service.login() }),
  };
  const found = await listed(sets, await deps.watches.heads(account), context);
  return openedCard(
    found.filter(({ finding }) => finding.opens !== undefined),
    context,
  );
}
