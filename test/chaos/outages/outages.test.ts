import { expect, test } from 'vitest';
import { InMemoryBot, type Outage, place } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';
import { type Meaning, says } from '../../support/message-words.ts';
import { contradictions } from '../../support/oracle/contradictions.ts';
import { cloudFor } from '../drawn-world.ts';
import { drawnFrom, isAll, patience } from '../seeds.ts';
import { type Act, acts, breakGlass, failingPlan } from './acts.ts';

/*
 * The table fails at each call in turn, once or for a while, and performs the call or not. Afterwards these are compared with
 * each other: the messages to people, the changes, the cards, the audit log and the cloud API.
 */

const cloud = await cloudOfFile();

const minute = 60_000;

async function open(act: Act): Promise<{ bot: InMemoryBot; id: string }> {
  cloud.control.reset();
  cloud.control.set(cloudFor(act.name));
  cloud.clearRequests();
  const bot = new InMemoryBot(cloud);
  return { bot, id: await act.prepare(bot) };
}

/** How many calls of the table and of Slack an undisturbed act makes. */
async function callsOf(act: Act): Promise<InMemoryBot['calls']> {
  const { bot, id } = await open(act);
  bot.begin();
  await act.play(bot, id);
  return bot.calls;
}

/** Time passes, and the sweeper comes; in the middle of it the table is up again, if it was not before. */
async function comeToRest(bot: InMemoryBot): Promise<void> {
  for (const ms of [2 * minute, 3 * minute, 3 * minute]) await pass(bot, ms);
  bot.begin();
  for (const ms of [3 * minute, 62 * minute, 3 * minute]) await pass(bot, ms);
}

async function pass(bot: InMemoryBot, ms: number): Promise<void> {
  bot.later(ms);
  await bot.redrive();
  await bot.sweep();
}

/** A card whose post the worker or Slack did not live to report is known to nobody, and stays unchanged. */
const contradictionsOf = (bot: InMemoryBot, { of }: Outage): readonly string[] =>
  contradictions(bot.found({ known: of !== 'table' }));

interface Played {
  readonly bot: InMemoryBot;
  readonly id: string;
  /** The messages to the person who acted, without the status messages of the request; if nobody acted, to anybody. */
  readonly told: () => readonly string[];
}

async function play(act: Act, outage: Outage): Promise<Played> {
  const { bot, id } = await open(act);
  const before = bot.said.length;
  bot.begin(outage);
  await act.play(bot, id);
  const told = () =>
    bot.said
      .slice(before)
      .filter(
        ({ to, how }) =>
          act.by === undefined ||
          (how === 'answer' && to === act.by) ||
          (act.isPosted === true && (to === place ? how === 'answer' : to.startsWith(`${place}/`))),
      )
      .map(({ text }) => text)
      .filter((text) => !says(text, 'tried again'));
  return { bot, id, told };
}

/** The problems after an act under an outage, each a sentence. */
async function underOutage(act: Act, outage: Outage): Promise<string[]> {
  const { bot, id, told: toldNow } = await play(act, outage);
  await comeToRest(bot);
  const told = toldNow();
  const wrong = [...contradictionsOf(bot, outage)];
  const claim = (so: boolean, otherwise: string): void => void (so || wrong.push(otherwise));
  claim(told.length > 0 || !act.by || act.isOnCard === true, 'who did it was told nothing');
  if (!act.happened) return wrong;

  const happened = act.happened(bot, id);
  const heard = (what: Meaning): boolean => told.some((candidate) => says(candidate, what));
  if (heard('unknown') || heard('end unknown')) return wrong;
  const nothing = heard('nothing was changed');
  claim(
    happened === !nothing,
    `${happened ? 'it happened' : 'it did not happen'}, and this was told: ${told.join(' | ')}`,
  );
  if (nothing) wrong.push(...(await afterAnotherTry(act, outage)));
  return wrong;
}

/** A person who reads that nothing was changed tries again, and succeeds. */
async function afterAnotherTry(act: Act, outage: Outage): Promise<string[]> {
  const { bot, id } = await play(act, outage);
  bot.begin();
  await (act.again ?? act.play)(bot, id);
  const said = bot.said.at(-1)?.text;
  await comeToRest(bot);
  const wrong = contradictionsOf(bot, outage).map((contradiction) => `after another try: ${contradiction}`);
  return act.happened?.(bot, id) ? wrong : [...wrong, `who tries again is told: ${said}`];
}

/** Everything that is tried with an act that makes this many calls. */
function* outagesOf(calls: InMemoryBot['calls'], stride: number): Generator<Outage> {
  for (const performed of [false, true]) {
    for (let from = 1; from <= calls.table; from += stride) {
      for (const durationMs of stride === 1 ? [1, 3, 12] : [1, 12])
        yield { of: 'table', from, calls: durationMs, performed };
      yield { of: 'worker', from, calls: 1, performed };
    }
    for (let from = 1; from <= calls.slack; from += stride)
      for (const durationMs of [1, 12]) yield { of: 'slack', from, calls: durationMs, performed };
  }
}

/** The problems after all outages of an act, each a sentence. */
async function afterAll({ stride = 1, ...act }: Act): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const outage of outagesOf(await callsOf(act), isAll ? 1 : stride)) {
    const { of, from, calls, performed } = outage;
    const what = `${of}, ${calls} from ${from}${performed ? ', performed' : ''}`;
    wrong.push(...(await underOutage(act, outage)).map((contradiction) => `${what}: ${contradiction}`));
  }
  return wrong;
}

test.each(drawnFrom(acts, 'outages').map((act) => [act.name, act] as const))(
  '%s: people, changes, cards, audit log and cloud API agree after every outage',
  async (_, act) => {
    expect((await afterAll(act)).join('\n')).toBe('');
  },
  // On a busy machine; calls that are still running after that would reset the cloud of the next one.
  patience(300_000),
);

test(
  'a plan undoes the steps that it says are undone; for others, people have read how to undo them',
  async () => {
    const { table } = await callsOf(failingPlan);
    const wrong: string[] = [];
    for (let from = 1; from <= table; from += 1) {
      const { bot, id } = await play(failingPlan, { of: 'table', from, calls: 1, performed: false });
      await comeToRest(bot);
      const { status, steps: [first] = [] } = bot.stateOf(id) ?? {};
      const made = cloud.control.state().alertPolicies.find(({ name }) => name === 'Busy');
      if (status !== 'failed' || first?.outcome !== 'done' || !made) continue;
      const command = new RegExp(`alert delete "?(Busy|${made.id})`);
      const isPromised = bot.said.some(({ text }) => /Skydesk undoes steps? [^.]*\b1\b/.test(text));
      const isAdvised = bot.said.some(({ text }) => command.test(text));
      if (isPromised || !isAdvised)
        wrong.push(
          `call ${from}: step 1 stays, ${isPromised ? 'and people read that it is undone' : 'and nobody read how to undo it'}`,
        );
    }
    expect(wrong).toEqual([]);
  },
  patience(300_000),
);

/** The notices of a break-glass approval after its worker has died at each of its calls of the table, as text. */
async function noticesAfterDeaths(): Promise<readonly (readonly string[])[]> {
  const { table } = await callsOf(breakGlass);
  const after: string[][] = [];
  for (let from = 1; from <= table; from += 1) {
    const { bot, id } = await play(breakGlass, { of: 'worker', from, calls: 1, performed: false });
    await comeToRest(bot);
    expect(breakGlass.happened?.(bot, id)).toBe(true);
    const texts = [...bot.messages.values()].map(({ text }) => text);
    after.push(texts.filter((text) => text.includes('contextbreak-glass approval')));
  }
  return after;
}

test('a break-glass approval has one notice with its state; the notice of a dead worker says what was announced', async () => {
  const left = /U0ANA \w+ .* without approval \(break-glass\)/;
  for (const notices of await noticesAfterDeaths()) {
    const standing = notices.filter((text) => !left.test(text));
    expect(standing).toEqual([expect.stringMatching(/noticeopenOpen|noticewarningNot known if/)]);
    expect(notices.length).toBeLessThanOrEqual(2);
  }
});
