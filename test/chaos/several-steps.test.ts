import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRequest, shownAs } from '../support/index.ts';
import { summaryInWords } from '../support/message-words.ts';
import { startTestbed, type Testbed } from '../support/testbed.ts';
import { type Call, calm, isUnlike, type Way } from '../support/wire.ts';
import { renewFor } from './drawn-world.ts';
import { figuresOf } from './figures.ts';
import { isAll, patience, type Random, random, tries } from './seeds.ts';
import { isChange } from './trial.ts';

/*
 * One change of many servers, of which any call goes wrong in any way, or whose workers die between steps. The steps in the
 * message sum to the state of the emulator.
 */

const figures = figuresOf('several steps');
const minutes = 60_000;
const steps = 50;

let testbed: Testbed;
beforeAll(async () => {
  const policy = { maxTargets: steps, risk: { points: { manyTargets: 0 } } };
  testbed = await startTestbed({ policy, batchSize: 5 }, 8);
  await testbed.type('ana', 'dc list');
});
beforeEach(({ task }) => renewFor(task.name, testbed));
afterAll(() => testbed.stop());

const active = (): string[] =>
  testbed.cloud.control
    .state()
    .servers.filter(
      ({ id, status, account }) => status === 'active' && account === 'ACME' && !id.includes('tpl'),
    )
    .map(({ id }) => id)
    .slice(0, steps);

/** The faults of calls: in which ways, how often, and how often at most. A call that may change something meets most of them. */
interface Storm {
  readonly ways: readonly Way[];
  readonly often: number;
  readonly most: number;
}

/** Disturbs calls of the worker, once the first step is handed over. */
function begin({ ways, often, most }: Storm, draw: Random): void {
  let [handedOver, met] = [false, 0];
  testbed.wire.begin();
  testbed.wire.weather = {
    ...calm,
    trouble(call: Call) {
      handedOver ||= call.by === 'worker' && call.name === 'SQS.SendMessage';
      const isDrawn = draw.next() < (isChange(call) ? often * 40 : often);
      if (call.by !== 'worker' || !handedOver || !isDrawn || met >= most) return undefined;
      const way = draw.pick(ways);
      if (isUnlike(call.side, way)) return undefined;
      // These cost seconds.
      if ((way === 'hang' && !isChange(call)) || (way === '429' && call.side === 'slack')) return undefined;
      met += 1;
      figures.count(`fault: ${way}`);
      // Nobody can tell an empty success of a change that was not made from one that was.
      return { way, done: way === 'empty' };
    },
  };
}

/** Ana confirms that all servers get a new alert policy, while calls go wrong; resolves when all has come to rest. */
async function assignAll(name: string, storm: Storm, targets: number) {
  const ids = active().slice(0, targets);
  await testbed.type('ana', `alert create "${name}" disk=85 to=ops@example.com`);
  await testbed.press('ana', 'decide:confirm');
  const since = await testbed.mark();
  await testbed.type('ana', `alert assign "${name}" ${ids.join(' ')}`);

  begin(storm, random(name));
  await testbed.doing(() => testbed.slack.press('ana', 'decide:confirm'), true);
  testbed.wire.weather = calm;
  // Dead jobs are redriven, and the sweeper does the rest, also for a change that has ended and whose message lacks that. On a slow
  // machine workers also die of their own timeout meanwhile.
  for (let round = 0; round < 10; round += 1) {
    if ((await testbed.deadLetters()) > 0) await testbed.sendOn();
    if (round > 1 && (await testbed.waiting()).length === 0) break;
    testbed.later(round < 2 ? 3 * minutes : 61 * minutes);
    await testbed.doing(() => testbed.sweeper.invoke({}), true);
  }
  const [request, ...others] = (await testbed.stored.changes()).filter(
    (change) => isRequest(change) && !since.earlier.has(change.id),
  );
  if (!request || others.length > 0) throw new Error('There is one request');
  return { request, ids, contradictions: await testbed.contradictions(since) };
}

const all: readonly Way[] = [
  'refuse',
  'reset',
  'lose',
  '429',
  '500',
  '503',
  'empty',
  'half',
  ...(isAll ? (['hang'] as const) : []),
];

test.each<[string, Storm, number]>([
  ['calls that fail in every way there is', { ways: all, often: isAll ? 0.01 : 0.004, most: 60 }, steps],
  [
    'workers that die between steps',
    { ways: ['kill', 'kill after'], often: 0.01, most: 3 },
    isAll ? steps : 15,
  ],
])(
  'many steps, with %s: the message has what happened',
  { timeout: patience(600_000) },
  async (name, storm, targets) => {
    for (let trial = 0; trial < tries(1); trial += 1) {
      const title = `${name} ${trial}`;
      const { request, ids, contradictions } = await assignAll(title, storm, targets);
      const { servers, alertPolicies } = testbed.cloud.control.state();
      const policy = alertPolicies.find((candidate) => candidate.name === title)?.id ?? '';
      const held = servers
        .filter(({ alertPolicyIds }) => alertPolicyIds.includes(policy))
        .map(({ id }) => id);
      const ended = (kind: string) => ids.filter((_, index) => request.steps[index]?.outcome === kind);
      const [done, failed, unknown] = [ended('done'), ended('failed'), ended('unknown')];
      figures.count('steps', targets);
      figures.count('steps with an unknown outcome', unknown.length);

      expect(done.length + failed.length + unknown.length).toBe(targets);
      expect(held).toEqual(expect.arrayContaining(done));
      expect(held.filter((id) => failed.includes(id))).toEqual([]);
      const sent = testbed.wire.calls.filter(isChange).map(({ name: call }) => call);
      expect(sent).toEqual([...new Set(sent)]);
      const shown = testbed.slack.sees('ben', 'cloud-ops').map(shownAs);
      expect(shown.filter((text) => text.includes(summaryInWords(request.steps)))).not.toEqual([]);
      expect(contradictions).toEqual([]);
      expect(await testbed.deadLetters()).toBe(0);
      // No job waits for its time here: one that is due in a few minutes would send itself again until then.
      await testbed.stored.forget((await testbed.stored.changes()).map(({ id }) => id));
    }
  },
);
