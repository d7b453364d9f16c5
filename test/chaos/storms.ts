import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import type { Call, Disturbance, Way } from '../support/wire.ts';
import { counted, sceneCalled } from './faults.ts';
import { drawnFrom, isAll, random } from './seeds.ts';
import { isChange, type Smooth, smooth, tryOut } from './trial.ts';

/*
 * Several things go wrong at once. Two workers get every message twice, as SQS may deliver it, while the table, Slack or the
 * cloud API has an outage or the workers die one after the other.
 */

/** All calls of the worker to one side go wrong from some call on, this many times. */
const outage = (calls: readonly Call[], from: Call, way: Way, times: number): Disturbance[] =>
  [
    ...new Set(calls.filter(({ by, side }) => by === from.by && side === from.side).map(({ name }) => name)),
  ].map((name) => {
    const before = calls
      .slice(0, calls.indexOf(from))
      .filter((call) => call.by === from.by && call.name === name);
    return { by: from.by, name, nth: before.length + 1, way, times, done: false };
  });

/** Storms of one side: the fault, and how often each of its calls meets it. The names are part of the seed. */
const storms: readonly [string, Call['side'], Way, number][] = [
  ['the table throttles everything three times', 'table', '429', 3],
  ['the table is away for a while', 'table', '500', 9],
  ['no answer of the table is heard', 'table', 'lose', 3],
  ['Slack limits the rate of everything', 'slack', '429', 4],
  ['Slack is away for a while', 'slack', '503', 12],
  ['the queue takes nothing', 'queue', '500', 9],
  ['three workers die, one after the other', 'table', 'kill', 3],
  ['nine workers die, one after the other', 'slack', 'kill', 9],
  ['three workers die when Slack has heard them', 'slack', 'kill after', 3],
];
/** The usual run has three of them for each scene, the run of all all. */
const stormsOf = (title: string) => random(title).some(storms, isAll ? storms.length : 3);

/** Declares the tests of all storms for these scenes, over a bot of their own. */
export function stormsOver(titles: readonly string[]): void {
  let testbed: Testbed;
  beforeAll(async () => {
    testbed = await startTestbed({ workers: 2 }, 4);
    await testbed.type('ana', 'dc list');
    // Only the first visit is answered with a welcome.
    await testbed.doing(() => testbed.slack.openHome('ana'));
  });
  afterAll(() => testbed.stop());
  beforeEach(() => testbed.forgetDeadLetters());

  describe.each(drawnFrom(titles, 'storms'))('%s,', (title) => {
    const scene = sceneCalled(title);

    test('every message comes twice: it is done once and reported once', async () => {
      const usual = await smooth(testbed, scene);
      const trial = await tryOut(testbed, scene, usual, [], true);
      expect(trial.wrong).toEqual([]);
      expect(trial.notifications.map(({ to }) => to).toSorted()).toEqual(
        usual.notifications.map(({ to }) => to).toSorted(),
      );
      if (scene.changes) expect(trial.end).toBe('done');
    });

    test.each(stormsOf(title))('every message comes twice and %s', async (name, side, way, times) => {
      const draw = random(`${title} ${name}`);
      const usual = await smooth(testbed, scene);
      const wrong: string[] = [];
      for (const from of begins(usual, side, draw.some)) {
        const trial = await tryOut(testbed, scene, usual, outage(usual.calls, from, way, times), true);
        for (const sentence of counted(trial, way))
          wrong.push(`from ${from.name} ${from.nth} on: ${sentence}`);
      }
      expect(wrong).toEqual([]);
    });

    test.runIf(scene.changes)('a change that the cloud API makes late is made once', async () => {
      const usual = await smooth(testbed, scene);
      const [change] = usual.calls.filter(isChange);
      if (!change) throw new Error('It changes nothing');
      const { by, name, nth } = change;
      const late: Disturbance = { by, name, nth, way: 'late', times: 1, done: false };
      const trial = await tryOut(testbed, scene, usual, [late], true);
      expect(counted(trial, 'late')).toEqual([]);
      expect(trial.end).toBe('unknown');
    });

    test('a write of the table is given up, repeated and then done late', async () => {
      const usual = await smooth(testbed, scene);
      const wrong: string[] = [];
      const draw = random(`${title} late`);
      for (const { by, name, nth } of begins(usual, 'table', draw.some)) {
        const late: Disturbance = { by, name, nth, way: 'late', times: 1, done: false };
        const trial = await tryOut(testbed, scene, usual, [late]);
        for (const sentence of counted(trial, 'late')) wrong.push(`${name} ${nth}: ${sentence}`);
      }
      expect(wrong).toEqual([]);
    });
  });
}

/** Calls of the worker at which a storm begins: two random ones, six in the run of all. */
function begins(
  { calls }: Smooth,
  side: Call['side'],
  some: <One>(from: readonly One[], count: number) => One[],
) {
  const all = calls.filter((call) => call.by === 'worker' && call.side === side);
  return some(all, isAll ? 6 : 2);
}
