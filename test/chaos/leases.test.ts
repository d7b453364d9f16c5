import { expect, test } from 'vitest';
import { type EndState, isOver, undelivered } from '../support/change-states.ts';
import { InMemoryBot, type Outage, place } from '../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../support/in-memory/local-cloud.ts';
import { quick } from '../support/index.ts';
import { type Meaning, says } from '../support/message-words.ts';
import { figuresOf } from './figures.ts';
import { isAll, patience, type Random, random } from './seeds.ts';

/*
 * Changes that end by themselves, each with one thing going wrong at a random moment: the worker dies, the table, Slack or the
 * cloud API fails, an answer is lost, somebody edits the resource, or an extension meets the end. Each is closed once or
 * reported, none is ended twice, and none is silent.
 */

const cloud = await cloudOfFile();
const service = outside(cloud);
const figures = figuresOf('leases');
const minute = 60_000;
const ana = 'U0ANA';
const web03 = 'de1acmeweb03';
const jump = 'de1acmejump01';
const nightWatch = cloud.control.state().alertPolicies.find(({ name }) => name === 'Night watch')?.id ?? '';

/** A change with an end: its command, its resources in the cloud API, and an edit of those by somebody else. */
interface Leased {
  readonly line: string;
  /** The ids of its resources. */
  made(): Promise<readonly string[]>;
  readonly inverse: RegExp;
  /** Whether it opens a way in, with which the next ones of its requester are evaluated together. */
  readonly opens: boolean;
  remove(id: string): Promise<unknown>;
}

const kinds: readonly Leased[] = [
  {
    line: 'alert create "Busy" disk=95 to=ops@example.com ends=2h',
    made: async () =>
      cloud.control
        .state()
        .alertPolicies.filter(({ name }) => name === 'Busy')
        .map(({ id }) => id),
    inverse: /^DELETE .*alertPolicies/,
    opens: false,
    remove: (id) => service.alertPolicies.delete(id),
  },
  {
    line: `ip add ${web03} tcp/443 ends=2h`,
    made: async () => {
      const known = new Set(seeded);
      return (await service.publicIps.addresses(web03)).flatMap(({ public: address }) =>
        address === undefined || known.has(address) ? [] : [address],
      );
    },
    inverse: /^DELETE .*publicIPAddresses/,
    opens: true,
    remove: (id) => service.publicIps.remove(web03, id),
  },
  {
    line: `alert assign ${nightWatch} ${jump} ends=2h`,
    made: async () =>
      cloud.control
        .state()
        .servers.filter(({ id, alertPolicyIds }) => id === jump && alertPolicyIds.includes(nightWatch))
        .map(({ id }) => id),
    inverse: /^DELETE .*alertPolicies/,
    opens: false,
    remove: (id) => service.alertPolicies.unassign(id, nightWatch),
  },
];
const seeded = (await service.publicIps.addresses(web03)).flatMap(({ public: address }) => address ?? []);

const whats = ['nothing', 'table', 'worker', 'slack', 'cloud', 'refused', 'edit', 'extend'] as const;

/** The fault of one lease, and when: while its change is made, or at its end. */
interface Trial {
  readonly kind: Leased;
  readonly at: 'start' | 'end';
  readonly what: (typeof whats)[number];
  /** The call that meets it, counted from 1, how many meet it, and whether they are done all the same. */
  readonly from: number;
  readonly calls: number;
  readonly performed: boolean;
}

function draw({ pick, below }: Random): Trial {
  const what = pick(whats);
  const at = pick(['start', 'end', 'end'] as const);
  return {
    kind: pick(kinds),
    // Nobody edits or extends a change that is not made yet.
    at: what === 'edit' || what === 'extend' ? 'end' : at,
    what,
    from: 1 + below(30),
    calls: pick([1, 1, 3, 12]),
    performed: pick([true, false]),
  };
}

const faults: { cancel(): void }[] = [];

/** Starts the fault. */
async function begin(bot: InMemoryBot, { what, from, calls, performed, kind }: Trial): Promise<void> {
  const outage = (of: Outage['of']): void => bot.begin({ of, from, calls, performed });
  if (what === 'table' || what === 'slack') outage(what);
  else if (what === 'worker') bot.begin({ of: what, from, calls: 1, performed });
  else if (what === 'cloud')
    faults.push(
      cloud.control.fail({
        route: '*',
        how: 'drop',
        after: performed,
        times: calls,
        changes: from % 2 === 0,
      }),
    );
  else if (what === 'refused')
    faults.push(cloud.control.fail({ route: '*', how: 'status', status: 400, changes: true }));
  else if (what === 'edit') for (const id of await kind.made()) await kind.remove(id);
}

/** The trial, until all has come to rest; resolves to the problems afterwards, each a sentence. */
async function lease(trial: Trial): Promise<readonly string[]> {
  cloud.control.reset();
  cloud.control.set(quick);
  const bot = new InMemoryBot(cloud);
  const id = await bot.type(ana, trial.kind.line);
  cloud.clearRequests();
  if (trial.at === 'start') await begin(bot, trial);
  await bot.press(ana, 'confirm', id);
  // The cloud API takes its time for a public IP.
  if (trial.at === 'end') await bot.pass(5);
  const before = endOf(bot, id) ? await trial.kind.made() : [];
  const wrong = trial.at === 'end' ? await standing(bot, id, trial.kind) : [];
  if (trial.at === 'end') {
    bot.later(114 * minute);
    await begin(bot, trial);
    if (trial.what === 'extend') await extend(bot, id);
    bot.later(2 * minute);
    await bot.sweep();
    met += bot.waiting().length;
  }
  await comeToRest(bot);
  return [...wrong, ...(await claims(bot, id, trial, before))];
}

/** What is wrong with a lease that nothing has happened to yet, as the table has it. */
async function standing(bot: InMemoryBot, id: string, { opens }: Leased): Promise<readonly string[]> {
  const { stored } = bot;
  const [step] = (await stored.change(id))?.steps ?? [];
  if (!step?.end) return ['it has no end'];
  const { id: end, at = 0 } = step.end;
  const wakesAt = await stored.wakesAt(end);
  const openings = (await stored.openings(ana)).map((opening) => opening.step);
  // What is new has no resource that another change could want.
  const { holder, ends } =
    step.resource === undefined ? { holder: id, ends: [end] } : await stored.resource(step.resource);
  return [
    ...(wakesAt !== undefined && wakesAt <= at ? [] : [`nobody looks at its end before ${wakesAt}`]),
    ...(holder === id ? [] : [`its resource is held by ${holder}`]),
    ...(ends.includes(end) ? [] : ['its resource does not have its end']),
    ...(openings.includes(id) === opens ? [] : [`the openings of its requester are ${openings.join()}`]),
  ];
}

/** An extension is confirmed while the end is in the queue. */
async function extend(bot: InMemoryBot, id: string): Promise<void> {
  const extension = await bot.type(ana, `extend ${id} 5m`);
  bot.later(2 * minute);
  await Promise.all([bot.sweep(), bot.press(ana, 'confirm', extension)]);
}

/** Time passes, and the sweeper comes; in the middle of it the fault ends. */
async function comeToRest(bot: InMemoryBot): Promise<void> {
  const pass = async (minutes: number): Promise<void> => {
    bot.later(minutes * minute);
    await bot.redrive();
    await bot.sweep();
  };
  for (const minutes of [2, 3, 3]) await pass(minutes);
  bot.begin();
  for (const fault of faults.splice(0)) fault.cancel();
  for (const minutes of [3, 62, 3, 62, 3, 3]) await pass(minutes);
}

const endOf = (bot: InMemoryBot, id: string): EndState | undefined => bot.stateOf(id)?.steps[0]?.end;

async function claims(
  bot: InMemoryBot,
  id: string,
  { kind, what }: Trial,
  before: readonly string[],
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const claim = (so: boolean, otherwise: string): void => void (so || wrong.push(otherwise));
  const left = await kind.made();
  const told = bot.said;
  const heard = (what: Meaning, to = ''): boolean =>
    told.some((one) => says(one.text, what) && one.to.startsWith(to));
  /** In the thread of the message that shows the change. */
  const thread = `${place}/`;
  const logged = bot.log().filter(({ request }) => request === id);
  const events = logged.map(({ event }) => event);
  const sent = bot.changes().filter((change) => kind.inverse.test(change)).length - (what === 'edit' ? 1 : 0);
  const refused = logged.filter(({ event }) => event === 'failed').length;
  claim(bot.deadLetters.length === 0, 'dead letters are left');
  claim(sent <= 1 + refused, `its end was sent ${sent} times`);
  const found = endOf(bot, id);
  if (!found) {
    const loud = ['does not end', 'unknown', 'nothing was changed', 'tried again'] as const;
    claim(left.length === 0 || loud.some((what) => heard(what)), 'it stays, and nobody was told');
    return wrong;
  }
  const { status } = found;
  figures.count(status);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  claim(isOver(found), `it is ${status}`);
  const untold = bot.waiting().flatMap((one) => (one.id === found.id ? undelivered(one) : []));
  claim(untold.length === 0, `still to be told: ${untold.join()}`);
  const closings = events.filter((event) => event === 'ended' || event === 'unknown');
  if (status === 'ended') {
    claim(left.length === 0, 'it is told as ended, and is still there');
    claim(sent >= 1, 'it ended without a call');
    claim(closings.includes('ended'), 'the audit log lacks its end');
    claim(heard('ended', ana) && heard('ended', thread), 'its end was not told');
  } else if (status === 'over') {
    claim(what === 'edit', 'nobody edited it');
    claim(left.length === 0, 'it is reported as gone, and is still there');
    const isTold = heard('nothing to end', ana) && heard('nothing to end', thread);
    claim(isTold, 'it was not told that somebody removed it');
  } else {
    claim(heard('end unknown', ana), 'it was not told that its outcome is unknown');
    claim(closings.includes('unknown'), 'the audit log lacks its outcome');
  }
  claim(events.filter((event) => event === 'ended').length <= 1, `it ended ${events.join()}`);
  claim(before.length <= 1, 'it was made twice');
  const { entries, fault } = await bot.stored.verifyLog();
  claim(fault === undefined, `the audit log is broken: ${fault}`);
  claim(entries === bot.log().length, `${entries} entries of the audit log are verified`);
  return wrong;
}

/** How much waited in all leases whose end something met. */
let met = 0;

/** How many leases ended how. */
const statuses = new Map<string, number>();

/** This many leases; all of them in the run of all. */
const trials = isAll ? 1000 : 150;

test(
  `${trials} changes that end by themselves: each is closed once or reported, none twice, none silent`,
  async () => {
    const rendered = random('leases');
    const wrong: string[] = [];
    for (let number = 0; number < trials; number += 1) {
      const trial = draw(rendered);
      figures.count('leases');
      const { kind, ...rest } = trial;
      for (const one of await lease(trial))
        wrong.push(`${kind.line.split(' ').slice(0, 2).join(' ')} ${JSON.stringify(rest)}: ${one}`);
    }
    expect(wrong).toEqual([]);
    // The random choices lead to each end.
    expect([...statuses.keys()].sort()).toEqual(['ended', 'over', 'unknown']);
    expect(statuses.get('ended')).toBeGreaterThan(trials / 3);
    expect(met).toBeGreaterThan(0);
  },
  patience(600_000),
);
