import { isDiscarded, isRequest } from '../../support/change-states.ts';
import type { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';

/** One act of a person, or one moment in time, and whether it has had its effect. */
export interface Act {
  readonly name: string;
  /** The person; nobody if time passes. */
  readonly by?: string;
  /** Whether only the card shows the outcome. */
  readonly isOnCard?: true;
  /** Whether its result is a post in the channel. */
  readonly isPosted?: true;
  /** The acts before it; resolves to the id of its change. */
  prepare(bot: InMemoryBot): Promise<string>;
  play(bot: InMemoryBot, id: string): Promise<unknown>;
  /** The second try, if it differs from the first. */
  again?(bot: InMemoryBot, id: string): Promise<unknown>;
  /** False for an act that only shows something. */
  happened?(bot: InMemoryBot, id: string): boolean;
  /** At which of its calls something goes wrong in the usual run: each by default, else each of this many. */
  readonly stride?: number;
}

const ana = 'U0ANA';
const ben = 'U0BEN';
const cora = 'U0CORA';
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
/** Needs two approvers. */
const wide =
  'firewall intra create de1 tcp/22 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="the shop"';
const alert = 'alert create "Busy" disk=95 to=ops@example.com';

const hour = 3_600_000;
const temporary = `${alert} ends=2h`;
const plan = (all: 'yes' | 'no'): string =>
  `plan all-or-nothing=${all} "alert create Busy cpu=90 to=ops@example.com\nalert assign $1.id de1acmeweb04\nalert delete \\"Night watch\\""`;
const many = 'alert assign "Night watch" de1acmeweb03 de1acmeweb04';

const addressOf = 'ip add de1acmeweb03 tcp/443';

/** Confirmed: requested, or done if it needs no approval. */
const confirmed = (line: string) => async (bot: InMemoryBot) => {
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
  const id = await confirmed(opening)(bot);
  await bot.vote(ben, id, 'suggest', narrower);
  return id;
}

/** A change with an end, and a previewed command on that; resolves to the ids of both. */
const onEnd =
  (verb: 'extend' | 'end', ...more: readonly string[]) =>
  async (bot: InMemoryBot) => {
    const id = await confirmed(temporary)(bot);
    return `${id} ${await bot.type(ana, [verb, id, ...more].join(' '))}`;
  };

/** Confirms the second of two ids. */
const confirmSecond = (bot: InMemoryBot, ids: string) => bot.press(ana, 'confirm', ids.split(' ')[1] ?? '');

const firstOf = (ids: string): string => ids.split(' ')[0] ?? '';

/** The servers of the alert policy that is assigned to many. */
const watched = (bot: InMemoryBot): number => {
  const { alertPolicies, servers } = bot.cloud.control.state();
  const policy = alertPolicies.find(({ name }) => name === 'Night watch')?.id ?? '';
  return servers.filter(({ id, alertPolicyIds }) => /web0[34]$/.test(id) && alertPolicyIds.includes(policy))
    .length;
};

const endOf = (bot: InMemoryBot, id: string) => bot.stateOf(id)?.steps[0]?.end;

/** An approved request that waits for its start. */
async function scheduled(bot: InMemoryBot, starts: string): Promise<string> {
  const id = await confirmed(`${opening} starts=${starts}`)(bot);
  await bot.vote(ben, id, 'approve');
  return id;
}

export const failingPlan: Act = {
  name: 'Confirm, of a plan that is all or nothing and fails',
  by: ana,
  isPosted: true,
  stride: 9,
  prepare: (bot) => bot.type(ana, plan('yes')),
  async play(bot, id) {
    bot.cloud.control.fail({ route: 'alertPolicies.delete', status: 400 });
    await bot.press(ana, 'confirm', id);
  },
};

/** Posts a notice besides the card. */
export const breakGlass: Act = {
  name: 'approve one’s own request, by break-glass',
  by: ana,
  isOnCard: true,
  prepare: confirmed(opening),
  play: (bot, id) => bot.vote(ana, id, 'breakGlass'),
  happened: (bot, id) => approvedBy(bot, id, ana),
};

/** Confirms what was previewed; the second try previews it again. */
const confirming = (name: string, preview: Act['prepare']) => ({
  name,
  by: ana,
  isPosted: true as const,
  prepare: preview,
  play: (bot: InMemoryBot, id: string) => bot.press(ana, 'confirm', id),
  again: async (bot: InMemoryBot) => bot.press(ana, 'confirm', await preview(bot)),
});

/** Approves a request for this line. */
const approving = (name: string, ask: Act['prepare']): Act => ({
  name,
  by: ben,
  isOnCard: true,
  prepare: ask,
  play: (bot, id) => bot.vote(ben, id, 'approve'),
  happened: (bot, id) => approvedBy(bot, id, ben),
});

export const acts: readonly Act[] = [
  {
    ...confirming('Confirm', (bot) => bot.type(ana, alert)),
    happened: (bot) => bot.alertPolicies().includes('Busy'),
  },
  {
    name: 'Cancel',
    by: ana,
    prepare: (bot) => bot.type(ana, alert),
    play: (bot, id) => bot.press(ana, 'cancel', id),
    happened: (bot, id) => statusOf(bot, id) === 'cancelled',
  },
  {
    name: 'Request Approval',
    by: ana,
    prepare: (bot) => bot.type(ana, opening),
    play: (bot, id) => bot.press(ana, 'confirm', id),
    again: async (bot) => void (await confirmed(opening)(bot)),
    happened: (bot) => bot.states().some((change) => isRequest(change) && !isDiscarded(change)),
  },
  approving('approve, the last that is needed', confirmed(opening)),
  approving('approve, the first of two', confirmed(wide)),
  {
    ...approving('approve, after which another one does', confirmed(wide)),
    async play(bot, id) {
      await bot.vote(ben, id, 'approve');
      await bot.vote(cora, id, 'approve');
    },
  },
  {
    name: 'reject',
    by: ben,
    isOnCard: true,
    prepare: confirmed(opening),
    play: (bot, id) => bot.vote(ben, id, 'reject'),
    happened: (bot, id) => statusOf(bot, id) === 'rejected',
  },
  {
    name: 'suggest changes',
    by: ben,
    isOnCard: true,
    prepare: confirmed(opening),
    play: (bot, id) => bot.vote(ben, id, 'suggest', narrower),
    happened: (bot, id) => bot.stateOf(id)?.suggestion?.by === ben,
  },
  {
    name: 'accept a suggestion',
    by: ana,
    prepare: suggested,
    play: (bot, id) => bot.press(ana, 'accept', `${id}.${bot.stateOf(id)?.suggestion?.id}`),
    happened: (bot, id) => statusOf(bot, `${id}-narrower`) !== undefined,
  },
  {
    name: 'decline a suggestion',
    by: ana,
    prepare: suggested,
    play: (bot, id) => bot.press(ana, 'decline', `${id}.${bot.stateOf(id)?.suggestion?.id}`),
    happened: (bot, id) => bot.stateOf(id)?.declinedOf === ben,
  },
  {
    name: 'withdraw',
    by: ana,
    prepare: confirmed(opening),
    play: (bot, id) => bot.press(ana, 'withdraw', id),
    happened: (bot, id) => statusOf(bot, id) === 'withdrawn',
  },
  {
    name: 'press Undo',
    by: ana,
    prepare: confirmed(alert),
    play: (bot, id) => bot.press(ana, 'undo', id),
  },
  {
    name: 'confirm an Undo',
    by: ana,
    isPosted: true,
    async prepare(bot) {
      const id = await confirmed(alert)(bot);
      return `${id} ${await bot.press(ana, 'undo', id)}`;
    },
    play: (bot, ids) => bot.press(ana, 'confirm', ids.split(' ')[1] ?? ''),
    async again(bot, ids) {
      await bot.press(ana, 'confirm', await bot.press(ana, 'undo', ids.split(' ')[0] ?? ''));
    },
    happened: (bot) => !bot.alertPolicies().includes('Busy'),
  },
  {
    name: 'expire',
    prepare: confirmed(opening),
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
    play: (bot, id) => bot.press(ana, 'withdraw', id),
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
    ...confirming('Confirm, of what the service does later', (bot) => bot.type(ana, addressOf)),
    happened: (bot) => bot.changes().length > 0,
  },
  {
    ...confirming('Confirm, of a change with an end', (bot) => bot.type(ana, temporary)),
    stride: 3,
    happened: (bot) => bot.alertPolicies().includes('Busy'),
  },
  {
    name: 'extend a change with an end',
    by: ana,
    isPosted: true,
    stride: 3,
    prepare: onEnd('extend', '5h'),
    play: confirmSecond,
    again: async (bot, ids) => bot.press(ana, 'confirm', await bot.type(ana, `extend ${firstOf(ids)} 5h`)),
    happened: (bot, ids) => (endOf(bot, firstOf(ids))?.at ?? 0) > bot.now() + 2 * hour,
  },
  {
    name: 'End Now',
    by: ana,
    isPosted: true,
    stride: 3,
    prepare: onEnd('end'),
    play: confirmSecond,
    again: async (bot, ids) => bot.press(ana, 'confirm', await bot.type(ana, `end ${firstOf(ids)}`)),
    happened: (bot) => !bot.alertPolicies().includes('Busy'),
  },
  {
    name: 'end at its time',
    stride: 3,
    prepare: confirmed(temporary),
    async play(bot) {
      bot.later(2 * hour);
      await bot.sweep();
    },
    happened: (bot) => !bot.alertPolicies().includes('Busy'),
  },
  {
    ...confirming('Confirm, of a scheduled start', (bot) => bot.type(ana, `${alert} starts=1h`)),
    stride: 3,
  },
  {
    name: 'start at its time, without an approval',
    stride: 3,
    prepare: confirmed(`${alert} starts=10m`),
    async play(bot) {
      bot.later(hour / 6);
      await bot.sweep();
    },
    happened: (bot) => bot.alertPolicies().includes('Busy'),
  },
  {
    ...confirming('Confirm, of a plan', (bot) => bot.type(ana, plan('no'))),
    stride: 9,
  },
  failingPlan,
  {
    ...confirming('Confirm, of many servers', (bot) => bot.type(ana, many)),
    stride: 9,
  },
  {
    name: 'Retry Failed',
    by: ana,
    isPosted: true,
    stride: 9,
    async prepare(bot) {
      const id = await bot.type(ana, many);
      bot.cloud.control.fail({ route: 'alertAssignments.add*', status: 400 });
      await bot.press(ana, 'confirm', id);
      return `${id} ${await bot.press(ana, 'retryFailed', id)}`;
    },
    play: confirmSecond,
    again: async (bot, ids) => bot.press(ana, 'confirm', await bot.press(ana, 'retryFailed', firstOf(ids))),
    happened: (bot) => watched(bot) === 2,
  },
  {
    ...confirming('Confirm, of what an agent requested', (bot) => bot.callAsAgent(ana, alert)),
    stride: 3,
    happened: (bot) => bot.alertPolicies().includes('Busy'),
  },
  { ...approving('approve what an agent requested', (bot) => bot.callAsAgent(ana, opening)), stride: 3 },
];
