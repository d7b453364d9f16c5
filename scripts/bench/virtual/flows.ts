import { startLocalCloud } from '../../../local/cloud/index.ts';
import { minute } from '../../../src/core/clock.ts';
import { InMemoryBot } from '../../../test/support/in-memory/in-memory-bot.ts';
import { quick } from '../../../test/support/seeded.ts';
import { figure, table } from '../../derived/figures.ts';
import type { Section } from '../budgets.ts';

/* The calls of the table that each part of the life of a change takes, and what follows if one of them is refused. */

/** A part of the life of a change: what comes before it, and what is counted. */
interface Flow {
  readonly what: string;
  /** Resolves to the id of the change. */
  before(bot: InMemoryBot): Promise<string>;
  act(bot: InMemoryBot, id: string): Promise<unknown>;
  /** What the audit log has of each step in the end. */
  readonly logged: 'applied' | 'ended';
  readonly steps: number;
}

const confirm = (bot: InMemoryBot, id: string): Promise<unknown> => bot.press('U0ANA', 'confirm', id);
const typed = (line: string) => (bot: InMemoryBot) => bot.type('U0ANA', line);
const requested = async (bot: InMemoryBot): Promise<string> => {
  const id = await bot.type('U0ANA', 'ip add DE1ACMEWEB01 tcp/22 why=test ticket=OPS-1');
  await confirm(bot, id);
  await bot.vote('U0BEN', id, 'approve');
  return id;
};
const temporary = 'alert assign "Disk 80" DE1ACMEWEB03 ends=1h';

const flows: readonly Flow[] = [
  {
    what: 'a click that confirms, to its result',
    before: typed('alert assign "Disk 80" DE1ACMEWEB03'),
    act: confirm,
    logged: 'applied',
    steps: 1,
  },
  { what: '… of a change that ends', before: typed(temporary), act: confirm, logged: 'applied', steps: 1 },
  {
    what: 'the second vote, and the run',
    before: requested,
    act: (bot, id) => bot.vote('U0CORA', id, 'approve'),
    logged: 'applied',
    steps: 1,
  },
  {
    what: 'a change of two steps, from the click on',
    before: typed('alert assign "Disk 80" DE1ACMEWEB03 DE1ACMEWEB04'),
    act: confirm,
    logged: 'applied',
    steps: 2,
  },
  {
    what: 'an end at its time',
    async before(bot) {
      const id = await bot.type('U0ANA', temporary);
      await confirm(bot, id);
      bot.later(58 * minute);
      await bot.onlySweep();
      bot.later(3 * minute);
      return id;
    },
    act: (bot) => bot.settled(),
    logged: 'ended',
    steps: 1,
  },
];

/** Counts the calls of the table of each flow, and what becomes of it if each of them is refused once. */
export async function callsOfFlows(): Promise<Section> {
  const cloud = await startLocalCloud();
  try {
    const rows: string[][] = [];
    for (const flow of flows) {
      /** Plays the flow. Resolves to the number of calls, and whether all its steps are logged as done 90 minutes later. */
      const play = async (refused?: number) => {
        cloud.control.reset();
        cloud.control.set(quick);
        const bot = new InMemoryBot(cloud);
        const id = await flow.before(bot);
        bot.begin(
          refused === undefined ? undefined : { of: 'table', from: refused, calls: 1, performed: false },
        );
        await flow.act(bot, id);
        const calls = bot.calls.table;
        bot.begin();
        await bot.pass(90);
        return { calls, isDone: bot.log().filter(({ event }) => event === flow.logged).length >= flow.steps };
      };
      const { calls, isDone } = await play();
      if (!isDone) throw new Error(`Not done: ${flow.what}`);
      let done = 0;
      for (let refused = 1; refused <= calls; refused += 1) done += (await play(refused)).isDone ? 1 : 0;
      rows.push([flow.what, figure(calls), figure(done), figure(calls - done)]);
    }
    const columns = ['from … to its end', 'calls of the table', 'done, if one is refused', 'not'];
    return { text: table(columns, rows) };
  } finally {
    await cloud.close();
  }
}
