import { expect, test } from 'vitest';
import { isOver, isRequest, undelivered } from '../support/change-states.ts';
import { InMemoryBot } from '../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../support/in-memory/local-cloud.ts';
import { quick } from '../support/index.ts';
import { type Meaning, says, summaryInWords } from '../support/message-words.ts';
import { figuresOf } from './figures.ts';
import { isAll } from './seeds.ts';

/*
 * A plan whose worker dies at each of its calls of the table, before or after the call is done: all of it is made, nothing of
 * it, or exactly what people read.
 */

const cloud = await cloudOfFile();
const figures = figuresOf('plan deaths');
const minute = 60_000;
const ana = 'U0ANA';
const server = 'de1acmeweb04';
const doomed = 'Night watch';

const lines = (all: 'yes' | 'no'): string =>
  `plan all-or-nothing=${all} "alert create Busy cpu=90 to=ops@example.com\nalert assign $1.id ${server}\nalert delete \\"${doomed}\\""`;

/** The state of each of the three steps in the emulator. */
function made(): readonly boolean[] {
  const { alertPolicies, servers } = cloud.control.state();
  const busy = alertPolicies.filter(({ name }) => name === 'Busy');
  const on = servers.find(({ id }) => id === server)?.alertPolicyIds ?? [];
  return [
    busy.length > 0,
    busy.some(({ id }) => on.includes(id)),
    alertPolicies.every(({ name }) => name !== doomed),
  ];
}

interface Trial {
  readonly all: 'yes' | 'no';
  /** Whether the cloud API refuses the last step. */
  readonly fails: boolean;
  /** The call of the table at which the worker dies, from 1. */
  readonly at: number;
  readonly performed: boolean;
}

/** The problems of a trial, each a sentence; undefined if the plan ended before the worker could die. */
async function killed({ all, fails, at, performed }: Trial): Promise<readonly string[] | undefined> {
  cloud.control.reset();
  cloud.control.set(quick);
  const bot = new InMemoryBot(cloud);
  const id = await bot.type(ana, lines(all));
  cloud.clearRequests();
  if (fails) cloud.control.fail({ route: 'alertPolicies.delete', status: 400 });
  bot.begin({ of: 'worker', from: at, calls: 1, performed });
  await bot.press(ana, 'confirm', id);
  if (bot.calls.table < at) return undefined;
  for (const minutes of [3, 3, 62, 3, 3, 62, 3, 3]) {
    bot.later(minutes * minute);
    await bot.redrive();
    await bot.sweep();
  }
  return claims(bot, id);
}

function claims(bot: InMemoryBot, id: string): readonly string[] {
  const wrong: string[] = [];
  const claim = (so: boolean, otherwise: string): void => void (so || wrong.push(otherwise));
  const request = bot.stateOf(id);
  if (!request || !isRequest(request)) return made().some(Boolean) ? ['it was made without a request'] : [];
  const told = bot.said.map(({ text }) => text);
  const heard = (what: Meaning): boolean => told.some((text) => says(text, what));
  const holds = made();
  const isUndone = request.isAllOrNothing && request.status === 'failed';
  claim(['done', 'failed', 'unknown'].includes(request.status), `it is ${request.status}`);
  const untold = bot.waiting().flatMap((one) => (one.id === id ? undelivered(one) : []));
  claim(untold.length === 0, `still to be told: ${untold.join()}`);
  for (const [index, { outcome, end }] of request.steps.entries()) {
    const step = `step ${index + 1}`;
    figures.count(`step ${outcome}`);
    if (outcome === 'failed') claim(!holds[index], `${step} failed, and is made`);
    if (outcome !== 'done') continue;
    if (!isUndone) claim(holds[index] === true, `${step} is done, and is not made`);
    else if (!end) claim(heard('not undone'), `${step} is neither undone nor told`);
    else {
      figures.count(`undone ${end.status}`);
      claim(isOver(end), `the undoing of ${step} is ${end.status}`);
      if (end.status === 'ended') claim(!holds[index], `${step} is undone, and is made`);
      else claim(heard('not undone') || heard('end unknown'), `what became of ${step} was not told`);
    }
  }
  const changes = bot.changes();
  claim(new Set(changes).size === changes.length, `it was made twice: ${changes.join()}`);
  const summary = summaryInWords(request.steps);
  claim(
    told.some((text) => text.includes(summary)),
    'its end was not told',
  );
  claim(bot.deadLetters.length === 0, 'dead letters are left');
  return wrong;
}

const kinds: readonly Pick<Trial, 'all' | 'fails'>[] = [
  { all: 'no', fails: false },
  { all: 'no', fails: true },
  { all: 'yes', fails: true },
];

test.each(kinds)(
  'a plan (all or nothing: $all, last step fails: $fails) stays consistent if its worker dies',
  async (kind) => {
    // At each call in the run of all, else at every fifth.
    const stride = isAll ? 1 : 5;
    let trials = 0;
    for (const performed of [false, true]) {
      for (let at = 1; ; at += stride) {
        const wrong = await killed({ ...kind, at, performed });
        if (!wrong) break;
        trials += 1;
        expect(wrong, `call ${at}, performed: ${performed}`).toEqual([]);
      }
    }
    figures.count('deaths', trials);
    expect(trials).toBeGreaterThan(10);
  },
);
