import { expect, test } from 'vitest';
import { cloudOfFile } from '../support/in-memory/local-cloud.ts';
import { TimedBot } from '../support/in-memory/timed-bot.ts';
import { quick } from '../support/seeded.ts';
import { figuresOf } from './figures.ts';
import { isAll, type Random, random } from './seeds.ts';

/*
 * Ends at random times of a day in which the table, the audit log, the cloud API or Slack is away again and again, for up to an hour, and
 * workers die. docs/times.md says how late an end can be: three seconds, or four minutes after all works again, or six after a worker
 * died. None comes twice, none never.
 */

const cloud = await cloudOfFile(quick);
const figures = figuresOf('lateness');
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const [bots, endsOfEach] = isAll ? [20, 50] : [4, 25];

const whats = ['table', 'log', 'cloud', 'slack', 'worker'] as const;

interface Failure {
  readonly what: (typeof whats)[number];
  readonly from: number;
  readonly to: number;
}

/** Failures of a day, one after another, each in an eighth of it. */
const failuresOf = ({ pick, below }: Random, begin: number): readonly Failure[] =>
  Array.from({ length: 8 }, (_, index) => {
    const from = begin + index * 3 * hour + below(2 * hour);
    const what = pick(whats);
    return { what, from, to: what === 'worker' ? from + 6 * minute : from + below(hour) };
  });

/** Lets something fail. Returns a function that ends it. */
function fail(bot: TimedBot, { what }: Failure, away: Set<string>): () => void {
  switch (what) {
    case 'cloud': {
      const planned = cloud.control.fail({ route: '*', status: 503, times: 1_000_000 });
      return () => planned.cancel();
    }
    case 'log':
      away.add('log');
      return () => void away.delete('log');
    default: {
      const calls = what === 'worker' ? 1 : Number.POSITIVE_INFINITY;
      bot.begin({ of: what, from: 1, calls, performed: false });
      return () => bot.begin();
    }
  }
}

/** How late an end may be started: three seconds, or some minutes after the last failure that its job or its sweep met. */
function latest(endsAt: number, failures: readonly Failure[]): number {
  let until = endsAt + 3 * second;
  for (const { what, from, to } of failures)
    if (from <= until && to > endsAt - 10 * minute)
      until = Math.max(until, to + (what === 'worker' ? 6 : 4) * minute + 3 * second);
  return until;
}

test.each(Array.from({ length: bots }, (_, index) => index))(
  'in a day of failures each end comes in time, once: %i',
  async (index) => {
    const chance = random(`lateness ${index}`);
    const bot = new TimedBot(cloud);
    const away = new Set<string>();
    bot.beforeLogging('started', () => {
      if (away.has('log')) throw new Error('The chain is broken');
    });
    const ids: string[] = [];
    for (let nth = 0; nth < endsOfEach; nth += 1) {
      const minutes = 10 + chance.below(24 * 60 - 10);
      const line = `alert create "Busy ${nth}" disk=95 to=ops@example.com ends=${minutes}m`;
      const id = await bot.type('U0ANA', line);
      await bot.press('U0ANA', 'confirm', id);
      ids.push(id);
    }
    const ends = ids.map((id) => ({ id, at: bot.stateOf(id)?.steps[0]?.end?.at ?? 0 }));
    const failures = failuresOf(chance, bot.now());
    for (const failure of failures) {
      await bot.live(failure.from - bot.now());
      const heal = fail(bot, failure, away);
      await bot.live(failure.to - bot.now());
      heal();
    }
    await bot.live(3 * hour);
    const log = bot.log();
    const lateness = ends.map(({ id, at }) => {
      // The change is started with its step's id, and so is its end.
      const [, ended, ...again] = log.filter(({ event, request }) => event === 'started' && request === id);
      return { id, at, late: (ended?.at ?? Number.NaN) - at, allowed: latest(at, failures) - at, again };
    });
    expect(
      lateness.filter(({ late, allowed, again }) => !(late >= 0 && late <= allowed) || again.length > 0),
    ).toEqual([]);
    expect(ends.map(({ id }) => bot.stateOf(id)?.steps[0]?.end?.status)).toEqual(ends.map(() => 'ended'));
    figures.count('ends', ends.length);
    figures.count('late, after a failure', lateness.filter(({ late }) => late > 3 * second).length);
  },
  0,
);
