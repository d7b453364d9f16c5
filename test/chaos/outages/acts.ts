import type { Desk } from './desk.ts';

/** One thing that a person does, or that time brings, and whether it has had its effect. */
export interface Act {
  readonly name: string;
  /** Who does it; nobody where time does. */
  readonly by?: string;
  /** All that comes before it; resolves to the id that it is about. */
  prepare(desk: Desk): Promise<string>;
  play(desk: Desk, id: string): Promise<void>;
  /** What somebody does who was told to try again, where that is something else. */
  again?(desk: Desk, id: string): Promise<void>;
  /** Not for what only shows something. */
  happened?(desk: Desk, id: string): boolean;
}

const ana = 'U0ANA';
const ben = 'U0BEN';
const cora = 'U0CORA';
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
/** Needs two approvers. */
const wide =
  'firewall local create de1 tcp/22 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="the shop"';
const alert = 'alert create "Busy" disk=95 to=ops@example.com';

const addressOf = 'ip add de1acmeweb03 tcp/443';

const asks = (line: string) => async (desk: Desk) => {
  const id = await desk.type(ana, line);
  await desk.press(ana, 'confirm', id);
  return id;
};
const approvedBy = (desk: Desk, id: string, person: string): boolean =>
  desk.request(id)?.votes.some((vote) => vote.person === person && vote.vote === 'approve') ?? false;
const phaseOf = (desk: Desk, id: string) => desk.request(id)?.phase;
const narrower = { source: '10.0.0.0/28' };

async function undoable(desk: Desk): Promise<string> {
  const id = await desk.type(ana, alert);
  await desk.press(ana, 'confirm', id);
  return id;
}

export const acts: readonly Act[] = [
  {
    name: 'Confirm',
    by: ana,
    prepare: (desk) => desk.type(ana, alert),
    play: async (desk, id) => void (await desk.press(ana, 'confirm', id)),
    again: async (desk) => void (await desk.press(ana, 'confirm', await desk.type(ana, alert))),
    happened: (desk) => desk.alertPolicies().includes('Busy'),
  },
  {
    name: 'Cancel',
    by: ana,
    prepare: (desk) => desk.type(ana, alert),
    play: async (desk, id) => void (await desk.press(ana, 'cancel', id)),
    happened: (desk, id) => desk.memory.items.get(`pending#${id} pending`)?.phase === 'cancel',
  },
  {
    name: 'Ask',
    by: ana,
    prepare: (desk) => desk.type(ana, opening),
    play: async (desk, id) => void (await desk.press(ana, 'confirm', id)),
    again: async (desk) => void (await asks(opening)(desk)),
    happened: (desk) => desk.requests().some(({ unasked }) => !unasked),
  },
  {
    name: 'approve, the last that is needed',
    by: ben,
    prepare: asks(opening),
    play: (desk, id) => desk.vote(ben, id, 'approve'),
    happened: (desk, id) => approvedBy(desk, id, ben),
  },
  {
    name: 'approve, the first of two',
    by: ben,
    prepare: asks(wide),
    play: (desk, id) => desk.vote(ben, id, 'approve'),
    happened: (desk, id) => approvedBy(desk, id, ben),
  },
  {
    name: 'approve, after which another one does',
    by: ben,
    prepare: asks(wide),
    async play(desk, id) {
      await desk.vote(ben, id, 'approve');
      await desk.vote(cora, id, 'approve');
    },
    happened: (desk, id) => approvedBy(desk, id, ben),
  },
  {
    name: 'reject',
    by: ben,
    prepare: asks(opening),
    play: (desk, id) => desk.vote(ben, id, 'reject'),
    happened: (desk, id) => phaseOf(desk, id) === 'rejected',
  },
  {
    name: 'suggest changes',
    by: ben,
    prepare: asks(opening),
    play: (desk, id) => desk.vote(ben, id, 'propose', narrower),
    happened: (desk, id) => desk.request(id)?.proposal?.by === ben,
  },
  {
    name: 'accept a suggestion',
    by: ana,
    async prepare(desk) {
      const id = await asks(opening)(desk);
      await desk.vote(ben, id, 'propose', narrower);
      return id;
    },
    play: async (desk, id) =>
      void (await desk.press(ana, 'accept', `${id}.${desk.request(id)?.proposal?.id}`)),
    happened: (desk, id) => phaseOf(desk, `${id}-narrower`) !== undefined,
  },
  {
    name: 'withdraw',
    by: ana,
    prepare: asks(opening),
    play: async (desk, id) => void (await desk.press(ana, 'withdraw', id)),
    happened: (desk, id) => phaseOf(desk, id) === 'withdrawn',
  },
  {
    name: 'press Undo',
    by: ana,
    prepare: undoable,
    play: async (desk, id) => void (await desk.press(ana, 'undo', id)),
  },
  {
    name: 'confirm an Undo',
    by: ana,
    async prepare(desk) {
      const id = await undoable(desk);
      return `${id} ${await desk.press(ana, 'undo', id)}`;
    },
    play: async (desk, ids) => void (await desk.press(ana, 'confirm', ids.split(' ')[1] ?? '')),
    async again(desk, ids) {
      await desk.press(ana, 'confirm', await desk.press(ana, 'undo', ids.split(' ')[0] ?? ''));
    },
    happened: (desk) => !desk.alertPolicies().includes('Busy'),
  },
  {
    name: 'expire',
    prepare: asks(opening),
    async play(desk) {
      desk.later(9 * 3_600_000);
      await desk.sweep();
    },
    happened: (desk, id) => phaseOf(desk, id) === 'expired',
  },
  {
    name: 'Confirm, of what the service does later',
    by: ana,
    prepare: (desk) => desk.type(ana, addressOf),
    play: async (desk, id) => void (await desk.press(ana, 'confirm', id)),
    again: async (desk) => void (await desk.press(ana, 'confirm', await desk.type(ana, addressOf))),
    happened: (desk) => desk.changes().length > 0,
  },
];
