import { expect, test } from 'vitest';
import { type DueJobDependencies, dueJob } from '../../../src/jobs/due-job.ts';
import type { QueuedJob } from '../../../src/queue/job.ts';
import { watchOf } from '../../../src/watch/send-watches.ts';
import { again, watchedCloud } from './watched.ts';

/* An account with more public IPs than one job of the worker has time for. */

const { account, watched } = await watchedCloud();
type Account = typeof account;
type Bot = Awaited<ReturnType<typeof watched>>;
const minute = 60_000;

/** An account whose public IPs are counted as they are read. */
interface Counted {
  readonly account: Account;
  /** Calls so far, and those of the job that runs. */
  calls: number;
  ofJob: number;
}

function counted(read: Account): Counted {
  const count: Counted = {
    account: {
      ...read,
      publicIps: {
        ...read.publicIps,
        get(...asked) {
          count.calls += 1;
          count.ofJob += 1;
          return read.publicIps.get(...asked);
        },
      },
    },
    calls: 0,
    ofJob: 0,
  };
  return count;
}

/** The account, with 3,000 public IPs on 300 servers in place of its own. Those in `open` allow SSH, and those in `gone` were removed. */
async function crowded() {
  const servers = await account.servers.allNow();
  const some = servers.find(({ addresses = [] }) => addresses.some((one) => one.public !== undefined));
  const like = some?.addresses?.find((one) => one.public !== undefined);
  if (!some || like?.public === undefined) throw new Error('The emulator has a server with a public IP');
  const ip = await account.publicIps.get(some.id, like.public);
  const [open, gone] = [new Set<string>(), new Set<string>()];
  const addressesOf = (server: number) =>
    Array.from({ length: 10 }, (_, at) => ({ ...like, public: `198.51.${server}.${at}` })).filter(
      ({ public: address }) => !gone.has(address),
    );
  const cloud = counted({
    ...account,
    servers: {
      ...account.servers,
      allNow: async () =>
        Array.from({ length: 300 }, (_, at) => ({ ...some, id: `SRV${at}`, addresses: addressesOf(at) })),
    },
    publicIps: {
      ...account.publicIps,
      get: async (_, address) => ({
        ...ip,
        ports: [{ protocol: 'TCP', port: open.has(address) ? 22 : 443 }],
      }),
    },
  });
  return { cloud, open, gone };
}

interface Look {
  /** Public IPs that a job has time for. */
  readonly perJob?: number;
  /** Called after each job, counted from 1. It dies, so that the next one isn't sent, if this resolves to `dies`. */
  between?(jobs: number): Promise<'dies' | undefined>;
}

/** Lets the account be read in as many jobs as that takes. Resolves to how many public IPs each of them read. */
async function look(bot: Bot, cloud: Counted, { perJob = 250, between }: Look = {}) {
  const queue: QueuedJob[] = [watchOf('ACME', bot.now() - 15 * minute)];
  const deps: DueJobDependencies = {
    ...bot.ports,
    service: { ...bot.ports.service, account: () => cloud.account },
    hasTime: () => cloud.ofJob < perJob,
    queue: { send: async (job) => void queue.push(job) },
  };
  const reads: number[] = [];
  for (let job = queue.shift(); job?.kind === 'watch'; job = queue.shift()) {
    cloud.ofJob = 0;
    await dueJob(job, minute, deps);
    reads.push(cloud.ofJob);
    if ((await between?.(reads.length)) === 'dies') return reads;
  }
  return reads;
}

const headOf = async (bot: Bot, of = 'public address') =>
  (await bot.ports.watches.heads('ACME')).find(({ kind }) => kind === of);
const found = async (bot: Bot) =>
  (await bot.findings()).flatMap(({ findings }) =>
    findings.map(({ subject, by }) => [subject.address, by.kind]),
  );

/** A bot that has read the account of 3,000 public IPs. */
async function baseline() {
  const [bot, crowd] = [await watched(), await crowded()];
  // The account has others than the emulator's.
  bot.later(16 * minute);
  await look(bot, crowd.cloud);
  const known = (await found(bot)).length;
  bot.later(16 * minute);
  crowd.cloud.calls = 0;
  return { bot, ...crowd, news: async () => (await found(bot)).slice(known) };
}

test('3,000 public IPs are read once each over twelve jobs, and what else is due doesn’t wait for them', async () => {
  const { bot, cloud } = await baseline();
  const before = await headOf(bot, 'alert policy');
  const lefts: (number | undefined)[] = [];
  const reads = await look(bot, cloud, {
    async between(jobs) {
      lefts.push((await headOf(bot))?.reading?.left);
      if (jobs === 2) expect((await headOf(bot, 'alert policy'))?.version).toBe((before?.version ?? 0) + 1);
      return undefined;
    },
  });
  expect(reads).toEqual(Array(12).fill(250));
  expect(lefts).toEqual([...Array.from({ length: 11 }, (_, at) => 2750 - 250 * at), undefined]);
});

test('what somebody opened, added or removed among 3,000 is found, once', async () => {
  const { bot, cloud, open, gone, news } = await baseline();
  open.add('198.51.299.9');
  gone.add('198.51.0.0');
  await look(bot, cloud);
  const both = [
    ['198.51.299.9', 'outside'],
    ['198.51.0.0', 'outside'],
  ];
  expect((await news()).toSorted()).toEqual(both.toSorted());
  bot.later(16 * minute);
  gone.clear();
  await look(bot, cloud);
  expect((await news()).slice(2)).toEqual([['198.51.0.0', 'outside']]);
});

test('what somebody opens behind the reading is found by the next one', async () => {
  const { bot, cloud, open, news } = await baseline();
  await look(bot, cloud, {
    async between(jobs) {
      if (jobs === 6) open.add('198.51.0.0');
      return undefined;
    },
  });
  expect(await news()).toEqual([]);
  bot.later(16 * minute);
  await look(bot, cloud);
  expect(await news()).toEqual([['198.51.0.0', 'outside']]);
});

test('after a job that died, the next sweep goes on where it ended; a day later it begins again', async () => {
  const { bot, cloud } = await baseline();
  const dying: Look = { between: async (jobs) => (jobs === 4 ? 'dies' : undefined) };
  await look(bot, cloud, dying);
  bot.later(4 * minute);
  expect(await look(bot, cloud)).toHaveLength(8);
  expect(cloud.calls).toBe(3000);
  bot.later(16 * minute);
  await look(bot, cloud, dying);
  bot.later(25 * 60 * minute);
  expect(await look(bot, cloud)).toHaveLength(12);
});

test('a job that has time for none reads one, so that each reading ends', async () => {
  const { bot, cloud } = await baseline();
  const reads = await look(bot, cloud, {
    perJob: 0,
    between: async (jobs) => (jobs === 10 ? 'dies' : undefined),
  });
  // Four jobs read the other kinds, one each.
  expect(reads.toSorted()).toEqual([...Array(4).fill(0), ...Array(6).fill(1)]);
});

test('what Skydesk changes behind the reading is Skydesk’s, and nobody is said to have changed it back', async () => {
  const bot = await watched();
  bot.later(16 * minute);
  await look(bot, counted(account), {
    perJob: 1,
    async between() {
      if ((await headOf(bot))?.reading?.left !== 1) return undefined;
      const line = 'ip update de1acmejump01 203.0.113.14 from=198.51.100.0/29';
      await bot.press('U0ANA', 'confirm', await bot.type('U0ANA', line));
      // Its job runs in the background, and is over before the reading is.
      bot.later(2 * minute);
      await bot.settled();
      return undefined;
    },
  });
  await again(bot);
  expect(await found(bot)).toEqual([['203.0.113.14', 'skydesk']]);
});
