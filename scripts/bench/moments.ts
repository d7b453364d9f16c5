import { setTimeout } from 'node:timers/promises';
import { contentIn } from '../../src/aws/sdk/content.ts';
import type { Change } from '../../src/change/model/change.ts';
import { minNoticed, noticeBefore } from '../../src/change/model/ending-change.ts';
import { sweepEvery } from '../../src/change/model/time-limits.ts';
import { assignable, confirm, itemsOf, preview, slowDown, type Whole, withSkydesk } from './change-runs.ts';
import { figure, medianOf, table } from '../derived/figures.ts';

/*
 * Measures the delay of starts, ends and notices within an hour of Skydesk. The clock is set forward from event to event, or the
 * hour passes in real time.
 */

const minute = 60_000;

/** Typical scheduled changes: minutes until the start, and minutes from the start to the end. */
const scheduled = [
  [5, 5],
  [6, 13],
  [8, 40],
  [9, 21],
  [13, 36],
  [17, 6],
  [22, 31],
  [31, 11],
] as const;

interface Lateness {
  readonly text: string;
  /** The largest delay, in seconds. */
  readonly seconds: number;
}

/** The ways in which the hour passes: with the clock set forward, or in real time, as deployed. */
const hours = {
  setForward: {
    options: { holdBack: true },
    pass: ({ time }: Whole) => time.pass(60 * minute),
  },
  waitedFor: {
    options: { holdBack: false, sweepEveryMs: sweepEvery },
    pass: () => setTimeout(60 * minute),
  },
} as const;

/** Schedules changes, lets an hour pass with realistic latencies, and compares the actual with the scheduled times. */
export const lateness = (hour: keyof typeof hours): Promise<Lateness> =>
  withSkydesk({ workers: 1, ...hours[hour].options }, async (skydesk) => {
    const { slack, cloud, time } = skydesk;
    const { policy, names } = assignable(skydesk, scheduled.length);
    for (const [at, [starts, ends]] of scheduled.entries()) {
      await preview(skydesk, `alert assign ${policy} ${names[at]} starts=${starts}m ends=${ends}m`);
      await confirm(skydesk);
      await skydesk.settled();
    }
    slowDown(skydesk);
    const [begun, cursor] = [time.now(), slack.cursor()];
    await hours[hour].pass(skydesk);
    await skydesk.settled();
    const { changes, notices } = momentsIn(await itemsOf(skydesk.aws));
    const called = cloud.requests.flatMap(({ at, method, path }) =>
      at > begun && method !== 'GET' && !path.endsWith('login') ? [at] : [],
    );
    // Each notice goes to the channel and to the requester.
    const told = slack
      .journal(cursor)
      .flatMap(({ kind, at, data }) =>
        kind === 'message.posted' && JSON.stringify(data).includes('Ends soon') ? [at] : [],
      )
      .filter((_, index) => index % 2 === 0);
    const rows = [
      ['starts and ends, until the call of the cloud API', lateBy(changes, called)],
      ['notices, until Slack has the first message', lateBy(notices, told)],
    ] as const;
    return {
      text: table(
        ['in an hour', 'how many', 'seconds late, median', 'seconds late, most'],
        rows.map(([what, late]) => [what, ...[late.length, medianOf(late), Math.max(...late)].map(figure)]),
      ),
      seconds: Math.max(...rows.flatMap(([, late]) => late)),
    };
  });

/** Returns the scheduled starts, ends and notices of stored changes, in milliseconds since 1970. */
function momentsIn(items: readonly Readonly<Record<string, unknown>>[]) {
  const changes = items
    .filter(({ pk }) => String(pk).startsWith('change#'))
    .map((item): Change => contentIn(item));
  const notices = changes
    .filter(({ ending, expires }) => ending?.evaluated && expires - ending.evaluated.since > minNoticed)
    .map(({ expires }) => expires - noticeBefore);
  return { changes: changes.flatMap(({ steps }) => steps.map(({ startsAt = 0 }) => startsAt)), notices };
}

/** Returns the delays in seconds. Throws if an event came early or not at all. */
function lateBy(expected: readonly number[], came: readonly number[]): readonly number[] {
  const times = expected.toSorted((one, other) => one - other);
  const late = came
    .toSorted((one, other) => one - other)
    .map((at, index) => (at - (times[index] ?? 0)) / 1000);
  if (came.length !== expected.length || late.some((seconds) => !(seconds >= 0)))
    throw new Error(`Expected ${expected.length}, came: ${late.join(', ')}`);
  return late;
}
