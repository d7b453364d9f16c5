import { isDeepStrictEqual } from 'node:util';
import type { ChangeStatus } from '../support/index.ts';
import { type Meaning, says } from '../support/message-words.ts';
import type { Notification, Testbed } from '../support/testbed.ts';
import type { Call, Disturbance } from '../support/wire.ts';
import { renewFor } from './drawn-world.ts';
import { type Scene, titleOf } from './scenes.ts';

/** The undisturbed result of an act. */
export interface Smooth {
  /** Those of a warm worker, if the scene leaves it warm. */
  readonly calls: readonly Call[];
  /** How much it reads at the cloud API, with a worker that starts with it: such a worker follows a dead one. */
  readonly coldReads: number;
  readonly notifications: readonly Notification[];
  readonly runs: number;
  /** Whether the cloud API has another state afterwards. */
  readonly changed: boolean;
}

/** The result of a disturbed act: its problems and its outcome. */
export interface Trial {
  /** Sentences; none if all is well. */
  readonly wrong: readonly string[];
  /** Whether a call met the planned fault. */
  readonly met: boolean;
  readonly end: 'done' | 'not done' | 'unknown' | 'answered' | 'not accepted';
  /** Whether it had to be redriven from the dead-letter queue first. */
  readonly redriven: boolean;
  /** Whether the sweeper had to end it. */
  readonly swept: boolean;
  readonly notifications: readonly Notification[];
}

const minutes = 60_000;
/** After this long the sweeper takes up what was started and not ended, in milliseconds; all else after three minutes. */
const idle: Partial<Record<ChangeStatus, number>> = { running: 61 * minutes };

/** Whether it requests a change from the cloud API; a login does not. */
export const isChange = ({ side, name }: Call): boolean =>
  side === 'service' && !/^(GET|HEAD) /.test(name) && !name.endsWith('/login');
const isRead = ({ side, name }: Call): boolean => side === 'service' && name.startsWith('GET ');

/** All routes of the cloud API by which the bot can change something. */
function things({ cloud }: Testbed): unknown {
  const { alertPolicies, localFirewalls, crossFirewalls, servers } = cloud.control.state();
  return { alertPolicies, localFirewalls, crossFirewalls, servers };
}

/** Plays it undisturbed, cold and warm. Rejects if that leaves dead letters: then the test setup is broken, not the bot. */
export async function smooth(testbed: Testbed, scene: Scene): Promise<Smooth> {
  const { calls } = await undisturbed(testbed, scene, () => testbed.worker.coldStart());
  return { ...(await undisturbed(testbed, scene)), coldReads: calls.filter(isRead).length };
}

async function undisturbed(
  testbed: Testbed,
  scene: Scene,
  prepared = async (): Promise<void> => {},
): Promise<Omit<Smooth, 'coldReads'>> {
  await renewFor(titleOf(scene), testbed);
  await scene.prepare(testbed);
  await prepared();
  const before = things(testbed);
  const [cursor, runs] = [testbed.slack.cursor(), testbed.runs];
  testbed.wire.begin();
  await scene.play(testbed);
  if ((await testbed.deadLetters()) > 0) throw new Error(`${scene.operation} dies with nothing in its way`);
  return {
    calls: [...testbed.wire.calls],
    notifications: testbed.notifications(cursor),
    runs: testbed.runs - runs,
    changed: !isDeepStrictEqual(before, things(testbed)),
  };
}

/** Plays it with some calls disturbed, or with every message delivered twice, and compares the messages with the real state. */
export async function tryOut(
  testbed: Testbed,
  scene: Scene,
  usual: Smooth,
  disturbances: readonly Disturbance[],
  twice = false,
): Promise<Trial> {
  await renewFor(titleOf(scene), testbed);
  const since = await testbed.mark();
  await scene.prepare(testbed);
  const before = things(testbed);
  const [cursor, runs] = [testbed.slack.cursor(), testbed.runs];
  testbed.wire.begin(disturbances, twice);
  const acknowledged = await scene.play(testbed);
  const { met } = testbed.wire;

  let redriven = 0;
  // A copy that finds its job locked comes again at once here, so it can die of that while the other one goes on.
  for (let round = 0; round < 3 && (await testbed.deadLetters()) > 0; round += 1) {
    testbed.wire.mend();
    redriven += await testbed.sendOn();
  }
  // The sweeper ends the requests that nobody has to decide any more, and reports and logs the rest.
  const left = (await testbed.waiting()).filter(({ lacks }) => !lacks.every((lack) => lack === 'decision'));
  const swept = left.length > 0;
  if (swept) {
    testbed.wire.mend();
    testbed.later(Math.max(...left.map(({ status }) => idle[status] ?? 3 * minutes)));
    await testbed.sweeper.invoke({});
    await testbed.settled({ delayed: true });
  }
  // The picture of a card comes with the next sweep at the latest.
  testbed.wire.mend();
  await testbed.sweeper.invoke({});
  await testbed.settled({ delayed: true });
  const wrong: string[] = [];
  const claim = (so: boolean, otherwise: string): void => void (so || wrong.push(otherwise));

  const { calls } = testbed.wire;
  const sent = calls.filter(isChange);
  const usually = usual.calls.filter(isChange);
  claim(sent.length <= usually.length, `${sent.length} changes were sent in place of ${usually.length}`);
  const deliveries = Math.max(1, testbed.runs - runs - usual.runs + 1);
  const reads = calls.filter(isRead).length;
  const most = usual.coldReads * 3 * deliveries;
  claim(reads <= Math.max(3, most), `${reads} reads in ${deliveries} deliveries, ${most} at most`);

  const changed = !isDeepStrictEqual(before, things(testbed));
  const notifications = testbed.notifications(cursor);
  const taken = calls.some(({ by, name }) => by === 'worker' && name === 'DynamoDB.PutItem');
  const end = endOf(scene, notifications, taken);
  claim(notifications.length > 0 || !taken, 'a job was taken, and nobody was told anything');
  claim(notifications.length > 0 || taken || !acknowledged, 'acknowledged, and neither taken nor refused');
  if (scene.changes && usual.changed) {
    claim(end !== 'done' || changed, 'told as done, and it is not');
    claim(end !== 'not done' || !changed, 'told that nothing was changed, and it was');
    claim(end !== 'not accepted' || !changed, 'not accepted, and changed all the same');
    claim(
      end !== 'answered',
      `no end was told: ${notifications.map(({ text }) => text.slice(0, 120)).join(' | ')}`,
    );
  } else claim(!changed || scene.changes, 'something was changed that nobody confirmed');
  wrong.push(...(await testbed.contradictions(since)));

  const heard = testbed.slack.cursor();
  const messages = testbed.messages();
  testbed.wire.begin();
  for (const message of messages) await testbed.again(message);
  await testbed.settled({ delayed: true });
  const more = testbed.wire.calls.filter(isChange).length;
  const again = testbed.notifications(heard);
  // While the table refuses the record of a job again and again, nobody can store that it was refused. A copy does it then, and says so.
  const isUnrecorded = disturbances.some(
    ({ by, name, way, times }) =>
      by === 'worker' && name.startsWith('DynamoDB.') && way === 'refuse' && times > 1,
  );
  const isFirst = isUnrecorded && sent.length === 0 && more <= usually.length && again.length > 0;
  claim(more === 0 || isFirst, 'a message that came twice changed something more');
  claim(
    again.length === 0 || isUnrecorded || disturbances.some(({ by }) => by === 'receiver'),
    `a message that came twice was told twice: ${again.map(({ text }) => text.slice(0, 120)).join(' | ')}`,
  );
  return { wrong, met, end, redriven: redriven > 0, swept, notifications };
}

function endOf(scene: Scene, notifications: readonly Notification[], taken: boolean): Trial['end'] {
  if (!taken) return 'not accepted';
  if (!scene.changes) return 'answered';
  const said = (what: Meaning): boolean => notifications.some(({ text }) => says(text, what));
  if (said('unknown')) return 'unknown';
  if (said('done, in JSON')) return 'done';
  return said('nothing was changed') ? 'not done' : 'answered';
}
