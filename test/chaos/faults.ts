import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSlots } from '../../local/aws/slots.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import { type Call, type Disturbance, isUnlike, type Way, ways } from '../support/wire.ts';
import { figuresOf } from './figures.ts';
import { type Scene, scenes, titleOf } from './scenes.ts';
import { drawnFrom, isAll, patience, random, seed } from './seeds.ts';
import { isChange, smooth, type Trial, tryOut } from './trial.ts';

/*
 * Every call of the bot goes wrong in every way, one at a time: the messages are compared with the state of the cloud API,
 * changes are counted, messages are delivered again. The usual run tries some of the ways at some of the calls, drawn by the
 * seed; the run of all tries every call.
 */

const figures = figuresOf('faults');

/** Three worlds for the tests of one file, which are reused from test to test. */
export function threeTestbeds(): {
  use<Result>(play: (testbed: Testbed) => Promise<Result>): Promise<Result>;
} {
  const worlds: Testbed[] = [];
  const slots = createSlots(3);
  beforeAll(async () => {
    worlds.push(...(await Promise.all(Array.from({ length: 3 }, () => startTestbed({}, 4)))));
    await Promise.all(worlds.map((testbed) => testbed.type('ana', 'dc list')));
  });
  afterAll(() => Promise.all(worlds.map((testbed) => testbed.stop())));
  return {
    use: (play) =>
      slots.use(async () => {
        const testbed = worlds.pop();
        if (!testbed) throw new Error('More tests run at once than there are worlds');
        try {
          return await play(testbed);
        } finally {
          await testbed.forgetDeadLetters();
          worlds.push(testbed);
        }
      }),
  };
}

/**
 * The commands that the usual run tries most of: one read, warm, cold and mentioned, the Home tab, a form, one immediate
 * change, one that takes a while, and an approval of each kind.
 */
const thorough = [
  'alert.list: types',
  'alert.list: types, cold',
  'alert.list: mentions',
  'home: opens',
  'alert.assign: opens the form',
  'alert.assign: submits the form',
  'alert.create: confirms',
  'ip.add: confirms',
  'firewall.create: confirms',
  'firewall.create: opens the review',
  'firewall.create: approves',
  'firewall.intra.delete: approves',
];

/** The possible fates of a call. A hang costs seconds, so there are few of them. */
function waysFor({ side, by }: Call, patient: boolean): Way[] {
  return ways.filter(
    (way) => !isUnlike(side, way) && (way !== 'hang' || patient) && !(by === 'receiver' && way === 'hang'),
  );
}

/** Calls without a response body on success, so that nobody can tell another success from theirs. */
const wordless = /^(DELETE |PUT \/v2-experimental\/(crossDcF|f)irewallPolicies\/)/;

/** A refused call is never done. An empty success is, and so is any success of a call whose response has no body. */
function mayBeDone(way: Way, call: Call, rendered: boolean): boolean {
  if (way === 'refuse' || way === '429') return false;
  const taken = way === 'empty' || (way === 'wrong' && wordless.test(call.name));
  return taken && isChange(call) ? true : rendered;
}

/** In how many ways a call goes wrong: a change in most of them, since it must not be made twice. */
function waysEach(call: Call, much: boolean): number {
  if (isChange(call)) return isAll || much ? 4 : 2;
  return isAll && much ? 4 : 1;
}

function* disturbancesOf(scene: Scene, calls: readonly Call[]): Generator<Disturbance> {
  const draw = random(titleOf(scene));
  const much = thorough.includes(titleOf(scene));
  // Of the dozens of messages that the doctor validates, the first represents all.
  const others = calls.filter(
    (call) => !isChange(call) && (call.name !== 'blocks.validate' || call.nth === 1),
  );
  const chosen = isAll ? others : draw.some(others, much ? 8 : 3);
  for (const call of [...calls.filter(isChange), ...chosen]) {
    const callWays = waysEach(call, much);
    const patient = draw.next() < (isAll ? 0.15 : 0.05);
    for (const way of draw.some(waysFor(call, patient), callWays)) {
      const once = way === 'hang' || way.startsWith('kill') || (call.side === 'slack' && way === '429');
      const times = once ? 1 : draw.pick([1, 1, 1, 3, 12]);
      const { by, name, nth } = call;
      yield { by, name, nth, way, times, done: mayBeDone(way, call, draw.next() < 0.5) };
    }
  }
}

const inWords = ({ by, name, nth, way, times, done }: Disturbance): string =>
  `${way}${done ? ' (done)' : ''} at ${times} × ${by} ${name} ${nth}`;

/** The problems of a trial, after it was counted. */
export function counted(trial: Trial, way: Way): readonly string[] {
  figures.count(trial.met ? 'faults injected' : 'faults whose call was not made');
  if (trial.met) figures.count(`fault: ${way}`);
  figures.count(`ended: ${trial.end}`);
  if (trial.redriven) figures.count('redriven');
  if (trial.swept) figures.count('ended by the sweeper');
  return trial.wrong;
}

/** The scene with this title, such as `alert.list: types`. */
export function sceneCalled(title: string): Scene {
  const scene = scenes.find((candidate) => titleOf(candidate) === title);
  if (!scene) throw new Error(`There is no scene ${title}`);
  return scene;
}

/** In how many tests a scene is tried: in the run of all, a thorough one has several hundred trials, of some seconds each. */
const partsOf = (scene: Scene): number => (isAll && thorough.includes(titleOf(scene)) ? 4 : 1);

/** A test or more for each scene of this risk, in which its calls go wrong one after the other. */
export function testScenes(risk: Scene['risk']): void {
  const worlds = threeTestbeds();
  const ofRisk = scenes.filter((scene) => scene.risk === risk);
  const played = drawnFrom(ofRisk, `scenes with ${risk}`).flatMap((scene) =>
    Array.from({ length: partsOf(scene) }, (_, part) => {
      const title = part > 0 ? `${titleOf(scene)}, part ${part + 1}` : titleOf(scene);
      return [title, scene, part] as const;
    }),
  );
  test.concurrent.each(played)('%s', { timeout: patience(1_800_000) }, (title, scene, part) =>
    worlds.use(async (testbed) => {
      const usual = await smooth(testbed, scene);
      const wrong: string[] = [];
      let before = 'nothing';
      const disturbances = [...disturbancesOf(scene, usual.calls)];
      for (const disturbance of disturbances.filter((_, nth) => nth % partsOf(scene) === part)) {
        const disturbed = inWords(disturbance);
        const trial = await tryOut(testbed, scene, usual, [disturbance]).catch((cause: unknown) => {
          throw new Error(`In the trial with ${disturbed}, after that with ${before}`, { cause });
        });
        for (const sentence of counted(trial, disturbance.way)) wrong.push(`${disturbed}: ${sentence}`);
        before = disturbed;
      }
      expect(wrong, `${title}, with seed ${seed}`).toEqual([]);
    }),
  );
}
