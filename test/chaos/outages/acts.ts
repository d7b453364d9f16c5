import { isRequest } from '../../harness/change-states.ts';
import type { InMemoryBot } from '../../harness/in-memory-bot.ts';

/** One thing that a person does, or that time brings, and whether it has had its effect. */
export interface Act {
  readonly name: string;
  /** Who does it; nobody where time does. */
  readonly by?: string;
  /** Whether only the card shows what came of it. */
  readonly isOnCard?: true;
  /** Whether its result is a post in the channel. */
  readonly isPosted?: true;
  /** All that comes before it; resolves to the id that it is about. */
  prepare(bot: InMemoryBot): Promise<string>;
  play(bot: InMemoryBot, id: string): Promise<void>;
  /** The second try, where it differs from the first. */
  again?(bot: InMemoryBot, id: string): Promise<void>;
  /** Not for what only shows something. */
  happened?(bot: InMemoryBot, id: string): boolean;
}

const ana = 'U0ANA';
const ben = 'U0BEN';
const cora = 'U0CORA';
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
/** Needs two approvers. */
const wide =
  'firewall intra create de1 tcp/22 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="the shop"';
const alert = 'alert create "Busy" disk=95 to=ops@example.com';

const addressOf = 'ip add de1acmeweb03 tcp/443';

const asks = (line: string) => async (bot: InMemoryBot) => {
  const id = await bot.type(ana, line);
  await bot.press(ana, 'confirm', id);
  return id;
};
const approvedBy = (bot: InMemoryBot, id: string, person: string): boolean =>
  bot.stateOf(id)?.votes.some((vote) => vote.person === person && vote.vote === 'approve') ?? false;
const statusOf = (bot: InMemoryBot, id: string) => bot.stateOf(id)?.status;
const narrower = { source: '10.0.0.0/28' };

/** A request with a pending suggestion. */
async function suggested(bot: InMemoryBot): Promise<string> {
  const id = await asks(opening)(bot);
  await bot.vote(ben, id, 'suggest', narrower);
  return id;
}

async function undoable(bot: InMemoryBot): Promise<string> {
  const id = await bot.type(ana, alert);
  await bot.press(ana, 'confirm', id);
  return id;
}

/** An approved request that waits for its start. */
async function scheduled(bot: InMemoryBot, starts: string): Promise<string> {
  const id = await asks(`${opening} starts=${starts}`)(bot);
  await bot.vote(ben, id, 'approve');
  return id;
}

export const acts: readonly Act[] = [
  {
    name: 'Confirm',
    by: ana,
    isPosted: true,
    prepare: (bot) => bot.type(ana, alert),
    play: async (bot, id) => void (await bot.press(ana, 'confirm', id)),
    again: async (bot) => void (await bot.press(ana, 'confirm', await bot.type(ana, alert))),
    happened: (bot) => bot.alertPolicies().includes('Busy'),
  },
  {
    name: 'Cancel',
    by: ana,
    prepare: (bot) => bot.type(ana, alert),
    play: async (bot, id) => void (await bot.press(ana, 'cancel', id)),
    happened: (bot, id) => statusOf(bot, id) === 'cancelled',
  },
  {
    name: 'Request Approval',
    by: ana,
    prepare: (bot) => bot.type(ana, opening),
    play: async (bot, id) => void (await bot.press(ana, 'confirm', id)),
    again: async (bot) => void (await asks(opening)(bot)),
    happened: (bot) => bot.states().some((change) => isRequest(change) && !change.isDiscarded),
  },
  {
    name: 'approve, the last that is needed',
    by: ben,
    isOnCard: true,
    prepare: asks(opening),
    play: (bot, id) => bot.vote(ben, id, 'approve'),
    happened: (bot, id) => approvedBy(bot, id, ben),
  },
  {
    name: 'approve, the first of two',
    by: ben,
    isOnCard: true,
    prepare: asks(wide),
    play: (bot, id) => bot.vote(ben, id, 'approve'),
    happened: (bot, id) => approvedBy(bot, id, ben),
  },
  {
    name: 'approve, after which another one does',
    by: ben,
    isOnCard: true,
    prepare: asks(wide),
    async play(bot, id) {
      await bot.vote(ben, id, 'approve');
      await bot.vote(cora, id, 'approve');
    },
    happened: (bot, id) => approvedBy(bot, id, ben),
  },
  {
    name: 'reject',
    by: ben,
    isOnCard: true,
    prepare: asks(opening),
    play: (bot, id) => bot.vote(ben, id, 'reject'),
    happened: (bot, id) => statusOf(bot, id) === 'rejected',
  },
  {
    name: 'suggest changes',
    by: ben,
    isOnCard: true,
    prepare: asks(opening),
    play: (bot, id) => bot.vote(ben, id, 'suggest', narrower),
    happened: (bot, id) => bot.stateOf(id)?.suggestion?.by === ben,
  },
  {
    name: 'accept a suggestion',
    by: ana,
    prepare: suggested,
    play: async (bot, id) =>
      void (await bot.press(ana, 'accept', `${id}.${bot.stateOf(id)?.suggestion?.id}`)),
    happened: (bot, id) => statusOf(bot, `${id}-narrower`) !== undefined,
  },
  {
    name: 'decline a suggestion',
    by: ana,
    prepare: suggested,
    play: async (bot, id) =>
      void (await bot.press(ana, 'decline', `${id}.${bot.stateOf(id)?.suggestion?.id}`)),
    happened: (bot, id) => bot.stateOf(id)?.declinedOf === ben,
  },
  {
    name: 'withdraw',
    by: ana,
    prepare: asks(opening),
    play: async (bot, id) => void (await bot.press(ana, 'withdraw', id)),
    happened: (bot, id) => statusOf(bot, id) === 'withdrawn',
  },
  {
    name: 'press Undo',
    by: ana,
    prepare: undoable,
    play: async (bot, id) => void (await bot.press(ana, 'undo', id)),
  },
  {
    name: 'confirm an Undo',
    by: ana,
    isPosted: true,
    async prepare(bot) {
      const id = await undoable(bot);
      return `${id} ${await bot.press(ana, 'undo', id)}`;
    },
    play: async (bot, ids) => void (await bot.press(ana, 'confirm', ids.split(' ')[1] ?? '')),
    async again(bot, ids) {
      await bot.press(ana, 'confirm', await bot.press(ana, 'undo', ids.split(' ')[0] ?? ''));
    },
    happened: (bot) => !bot.alertPolicies().includes('Busy'),
  },
  {
    name: 'expire',
    prepare: asks(opening),
    async play(bot) {
      bot.later(9 * 3_600_000);
      await bot.sweep();
    },
    happened: (bot, id) => statusOf(bot, id) === 'expired',
  },
  {
    name: 'cancel a start',
    by: ana,
    prepare: (bot) => scheduled(bot, '5h'),
    play: async (bot, id) => void (await bot.press(ana, 'withdraw', id)),
    happened: (bot, id) => statusOf(bot, id) === 'withdrawn',
  },
  {
    name: 'start at its time',
    isPosted: true,
    prepare: (bot) => scheduled(bot, '10m'),
    async play(bot) {
      bot.later(10 * 60_000);
      await bot.sweep();
    },
    happened: (bot) => bot.changes().length > 0,
  },
  {
    name: 'Confirm, of what the service does later',
    by: ana,
    isPosted: true,
    prepare: (bot) => bot.type(ana, addressOf),
    play: async (bot, id) => void (await bot.press(ana, 'confirm', id)),
    again: async (bot) => void (await bot.press(ana, 'confirm', await bot.type(ana, addressOf))),
    happened: (bot) => bot.changes().length > 0,
  },
];
