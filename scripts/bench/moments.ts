import { contentIn } from '../../src/aws/sdk/content.ts';
import type { Change } from '../../src/change/model/change.ts';
import { minNoticed, noticeBefore } from '../../src/change/model/ending-change.ts';
import { figure, medianOf, table } from '../derived/figures.ts';
import type { Section } from './budgets.ts';
import { assignable, command, confirm, type Item, itemsOf, slowDown, withSkydesk } from './whole.ts';

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

/**
 * Measures the delay of starts, ends and notices within an hour, whose clock is set forward from event to event: schedules changes, lets
 * the hour pass with realistic latencies, and compares the actual with the scheduled times.
 */
export const lateness = (): Promise<Section> =>
  withSkydesk({ workers: 1 }, async (skydesk) => {
    const { slack, cloud, time } = skydesk;
    const { policy, names } = assignable(skydesk, scheduled.length);
    for (const [at, [starts, ends]] of scheduled.entries()) {
      await command(skydesk, `alert assign ${policy} ${names[at]} starts=${starts}m ends=${ends}m`);
      await confirm(skydesk);
    }
    slowDown(skydesk);
    const [begun, cursor] = [time.now(), slack.cursor()];
    await time.pass(60 * 60_000);
    await skydesk.settled();
    const { changes, notices } = momentsIn(await itemsOf(skydesk));
    const called = cloud.requests.filter(
      ({ at, method, path }) => at > begun && method !== 'GET' && !path.endsWith('login'),
    );
    const noticed = slack
      .journal(cursor)
      .filter(({ kind, data }) => kind === 'message.posted' && JSON.stringify(data).includes('Ends soon'))
      // Each notice goes to the channel and to the requester.
      .filter((_, index) => index % 2 === 0);
    const rows = [
      ['starts and ends, until the call of the cloud API', lateBy(changes, called)],
      ['notices, until Slack has the first message', lateBy(notices, noticed)],
    ] as const;
    const most = Math.max(...rows.flatMap(([, late]) => late));
    return {
      text: table(
        ['in an hour', 'how many', 'seconds late, median', 'seconds late, most'],
        rows.map(([what, late]) => [what, ...[late.length, medianOf(late), Math.max(...late)].map(figure)]),
      ),
      budgets: [['A start, an end or a notice, after its time, with realistic latencies', most, 3, 's']],
    };
  });

/** Returns the scheduled starts, ends and notices of stored changes, in milliseconds since 1970. */
function momentsIn(items: readonly Item[]) {
  const changes = items
    .filter(({ pk }) => String(pk).startsWith('change#'))
    .map((item): Change => contentIn(item));
  const notices = changes
    .filter(({ ending, expires }) => ending?.evaluated && expires - ending.evaluated.since > minNoticed)
    .map(({ expires }) => expires - noticeBefore);
  return { changes: changes.flatMap(({ steps }) => steps.map(({ startsAt = 0 }) => startsAt)), notices };
}

const rising = (times: readonly number[]) => times.toSorted((one, other) => one - other);

/** Returns the delays in seconds. Throws if an event came early or not at all. */
function lateBy(expected: readonly number[], came: readonly { readonly at: number }[]): readonly number[] {
  const times = rising(expected);
  const late = rising(came.map(({ at }) => at)).map((at, index) => (at - (times[index] ?? 0)) / 1000);
  if (came.length !== expected.length || late.some((seconds) => !(seconds >= 0)))
    throw new Error(`Expected ${expected.length}, came: ${late.join(', ')}`);
  return late;
}
