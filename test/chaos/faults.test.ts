import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSlots } from '../../src/playground/aws/slots.ts';
import { figuresOf } from './figures.ts';
import { type Scene, scenes } from './scenes.ts';
import { deep, random, seed } from './seeds.ts';
import { isChange, smooth, tryOut } from './trial.ts';
import { type Call, type Disturbance, type Side, type Way, ways } from './wire.ts';
import { startWorld, type World } from './world.ts';

/*
 * Every call that the bot makes goes wrong in every way there is, one at a time: what the person was told is compared
 * with what the service holds, changes are counted, messages are delivered again. Few of the ways are tried in each
 * test run, drawn by the seed; all calls of all operations are in the deep run.
 */

const figures = figuresOf('faults');
const worlds: World[] = [];
const slots = createSlots(3);
beforeAll(async () => {
  worlds.push(...(await Promise.all(Array.from({ length: 3 }, () => startWorld({}, 4)))));
  await Promise.all(worlds.map((world) => world.type('ana', 'dc list')));
}, 60_000);
afterAll(() => Promise.all(worlds.map((world) => world.stop())));

/**
 * One read, warm, cold and mentioned, the Home tab, a form, one change at once, one that takes a while, and an approval
 * of each kind.
 */
const always = [
  'alert.list: types',
  'alert.list: types, cold',
  'alert.list: mentions',
  'home: opens',
  'alert.assign: opens the form',
  'alert.assign: submits the form',
  'alert.create: presses Confirm',
  'ip.add: presses Confirm',
  'firewall.create: presses Ask',
  'firewall.create: opens the review',
  'firewall.create: approves',
  'firewall.local.delete: approves',
];
/** It asks about everything that there is, so few of its calls meet something in a short run. */
const seldom = ['doctor: types'];
const titleOf = ({ operation, act }: Scene): string => `${operation}: ${act}`;
const played = scenes.filter((scene) => deep || [...always, ...seldom].includes(titleOf(scene)));

const unlike: Partial<Record<Side, readonly Way[]>> = {
  table: ['html', 'empty', 'half', 'wrong'],
  secrets: ['half', 'kill after'],
};

/** What may happen to a call. A hang costs seconds, so there are few of them. */
function waysFor({ side, by }: Call, patient: boolean): Way[] {
  return ways.filter(
    (way) =>
      !unlike[side]?.includes(way) && (way !== 'hang' || patient) && !(by === 'receiver' && way === 'hang'),
  );
}

/**
 * A refusal is never done, and an empty success always is, as is any success of a removal, whose words are not looked
 * at: what says otherwise lies, and cannot be seen through.
 */
function mayBeDone(way: Way, call: Call, drawn: boolean): boolean {
  if (way === 'refuse' || way === '429') return false;
  const taken = way === 'empty' || (way === 'wrong' && call.name.startsWith('DELETE '));
  return taken && isChange(call) ? true : drawn;
}

function* disturbancesOf(scene: Scene, calls: readonly Call[]): Generator<Disturbance> {
  const draw = random(titleOf(scene));
  const thorough = always.includes(titleOf(scene));
  // Of the dozens of messages that the doctor has judged, the first stands for all.
  const others = calls.filter(
    (call) => !isChange(call) && (call.name !== 'blocks.validate' || call.nth === 1),
  );
  const chosen = deep ? others : draw.some(others, thorough ? 8 : 6);
  for (const call of [...calls.filter(isChange), ...chosen]) {
    const each = isChange(call) || (deep && thorough) ? 4 : 1;
    const patient = draw.next() < (deep ? 0.15 : 0.05);
    for (const way of draw.some(waysFor(call, patient), each)) {
      const once = way === 'hang' || way.startsWith('kill') || (call.side === 'slack' && way === '429');
      const times = once ? 1 : draw.pick([1, 1, 1, 3, 12]);
      const { by, name, nth } = call;
      yield { by, name, nth, way, times, done: mayBeDone(way, call, draw.next() < 0.5) };
    }
  }
}

const inWords = ({ by, name, nth, way, times, done }: Disturbance): string =>
  `${way}${done ? ' (done)' : ''} at ${times} × ${by} ${name} ${nth}`;

test.concurrent.each(played.map((scene) => [titleOf(scene), scene] as const))(
  '%s',
  { timeout: 900_000 },
  async (title, scene) => {
    await slots.use(async () => {
      const world = worlds.pop();
      if (!world) throw new Error('There are more tests at once than worlds');
      try {
        const usual = await smooth(world, scene);
        const wrong: string[] = [];
        for (const disturbance of disturbancesOf(scene, usual.calls)) {
          const trial = await tryOut(world, scene, disturbance, usual);
          figures.count(trial.met ? 'faults' : 'not met');
          if (trial.met) figures.count(`faults: ${disturbance.way}`);
          figures.count(`ended: ${trial.end}`);
          if (trial.redriven) figures.count('sent on from the dead letters');
          if (trial.swept) figures.count('ended by the sweeper');
          wrong.push(...trial.wrong.map((sentence) => `${inWords(disturbance)}: ${sentence}`));
        }
        expect(wrong, `${title}, with seed ${seed}`).toEqual([]);
      } finally {
        await world.forgetDeadLetters();
        worlds.push(world);
      }
    });
  },
);

test.concurrent.each(['DynamoDB.PutItem', 'DynamoDB.UpdateItem', 'chat.postEphemeral'])(
  'a worker whose %s is not answered gives it up, and its run goes on',
  { timeout: 120_000 },
  async (name) => {
    await slots.use(async () => {
      const world = worlds.pop();
      const scene = scenes.find((one) => titleOf(one) === 'alert.list: types');
      if (!world || !scene) throw new Error('There is no world, or no such scene');
      try {
        const usual = await smooth(world, scene);
        const before = world.runs;
        const hang: Disturbance = { by: 'worker', name, nth: 1, way: 'hang', times: 1, done: false };
        const trial = await tryOut(world, scene, hang, usual);
        expect(trial).toEqual({ wrong: [], met: true, end: 'answered', redriven: false, swept: false });
        // The second run is the same message once more.
        expect(world.runs - before).toBe(usual.runs + 1);
        figures.count('faults');
        figures.count('faults: hang');
      } finally {
        worlds.push(world);
      }
    });
  },
);

test.concurrent.each([
  ['firewall.local.create: approves', 'worker', 'DynamoDB.TransactWriteItems', 4, 'lose', 12],
  ['firewall.local.create: approves', 'worker', 'DynamoDB.TransactWriteItems', 5, 'lose', 12],
  ['firewall.create: opens the review', 'receiver', 'views.open', 1, 'empty', 1],
] as const)(
  '%s, and what came of the %s’s %s number %i is not heard of: people are told all the same',
  { timeout: 120_000 },
  async (title, by, name, nth, way, times) => {
    await slots.use(async () => {
      const world = worlds.pop();
      const scene = scenes.find((one) => titleOf(one) === title);
      if (!world || !scene) throw new Error('There is no world, or no such scene');
      try {
        const usual = await smooth(world, scene);
        const trial = await tryOut(world, scene, { by, name, nth, way, times, done: false }, usual);
        expect(trial).toMatchObject({ wrong: [], met: true });
        figures.count('faults');
        figures.count(`faults: ${way}`);
      } finally {
        await world.forgetDeadLetters();
        worlds.push(world);
      }
    });
  },
);
