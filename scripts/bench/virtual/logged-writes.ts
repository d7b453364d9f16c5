import { auditEntry } from '../../../src/audit-log/entries.ts';
import { changesIn } from '../../../src/aws/sdk/change-store.ts';
import { loggedWriterIn } from '../../../src/aws/sdk/logged-writer.ts';
import type { AuditEvent } from '../../../src/change/model/audit-log.ts';
import type { Changes } from '../../../src/change/model/changes.ts';
import { stepsOf } from '../../../src/change/model/step.ts';
import type { Millis } from '../../../src/core/clock.ts';
import { mapConcurrently } from '../../../src/core/map-concurrently.ts';
import { request } from '../../../test/support/made/requests.ts';
import { figure, medianOf, quantile, table } from '../../derived/figures.ts';
import type { Section } from '../budgets.ts';
import { VirtualTable } from './virtual-table.ts';
import { VirtualTime, withSameChances } from './virtual-time.ts';

/* What writes of state with their entries of the audit log take, if many compete for the end of one account's chain. */

/** As in serverless.yml. */
const processes = 5;
const jobsOfProcess = 5;

/** Writes of each writer, so that they compete for a while. */
const writesOfWriter = 12;

const second: Millis = 1000;

/** Duration of a call of the cloud API. */
const cloudCall: Millis = 400;

const between = (least: Millis, most: Millis): Millis => least + Math.random() * (most - least);

/** As measured in the field: more for each item of a transaction. */
const latency = {
  single: () => between(4, 8),
  transaction: (items: number) => between(8, 16) + 0.7 * items,
};

/** A new table, and the stores of each process on it. */
function begin() {
  const time = new VirtualTime();
  const table = new VirtualTable(time, latency);
  const clock = () => time.now;
  const stores = Array.from({ length: processes }, () => {
    const logged = loggedWriterIn(table, () => {}, time.sleep, clock);
    return changesIn(table, clock, logged, time.sleep);
  });
  return { time, table, clock, stores };
}

type Begun = ReturnType<typeof begin>;

/** Writes a change with its entry. Resolves to the time that it took. */
async function write(id: string, event: AuditEvent, changes: Changes, { time, clock }: Begun) {
  const begun = time.now;
  const written = await changes.change(id, (change) => ({
    change: { ...change, lastJob: `${event} at ${begun}` },
    facts: [{ entry: auditEntry(event, stepsOf(change)[0], { clock }), job: `${id} ${begun}` }],
  }));
  if ('refused' in written) throw new Error(written.refused);
  return time.now - begun;
}

/** Twenty-five jobs write again and again, each its own change, with this pause on average. */
async function manyWriters(pause: Millis) {
  const begun = begin();
  const { time, table, stores } = begun;
  const jobs = stores.flatMap((of) => Array.from({ length: jobsOfProcess }, () => of));
  await time.run(Promise.all(jobs.map((of, at) => of.put(request({ id: `r${at}`, status: 'approved' })))));
  const from = time.now;
  const took = await time.run(
    Promise.all(
      jobs.map(async (of, at) => {
        const ms: Millis[] = [];
        for (let nth = 0; nth < writesOfWriter; nth += 1) {
          await time.sleep(between(0, 2 * pause));
          ms.push(await write(`r${at}`, 'approved', of, begun));
        }
        return ms;
      }),
    ),
  );
  const ms = took.flat();
  return { ms, perSecond: (ms.length / (time.now - from)) * 1000, refused: table.refused / ms.length };
}

/** As many ends as this are due in one second: each reads, logs its start, calls the cloud API, and reports. */
async function manyEnds(count: number): Promise<Millis> {
  const begun = begin();
  const { time, stores } = begun;
  const ids = Array.from({ length: count }, (_, at) => `e${at}`);
  const [first] = stores;
  if (!first) throw new Error('There is no process');
  await time.run(Promise.all(ids.map((id) => first.put(request({ id, status: 'approved' })))));
  const from = time.now;
  const run = async (id: string, of: Changes): Promise<void> => {
    await of.get(id);
    await time.sleep(cloudCall);
    await write(id, 'started', of, begun);
    await time.sleep(cloudCall);
    await write(id, 'ended', of, begun);
  };
  await time.run(
    Promise.all(
      stores.map((of, at) =>
        mapConcurrently(
          ids.filter((_, nth) => nth % processes === at),
          (id) => run(id, of),
          jobsOfProcess,
        ),
      ),
    ),
  );
  return time.now - from;
}

/** Measures the writes of state with entries by 25 jobs, and how long 200 ends take that come in one second. */
export async function loggedWrites(ends: number): Promise<Section> {
  const { ms, perSecond, refused } = await withSameChances(() => manyWriters(0));
  const calm = await withSameChances(() => manyWriters(second));
  const lastEnd = await withSameChances(() => manyEnds(ends));
  const rows: readonly (readonly [string, number])[] = [
    ['logged writes a second', perSecond],
    ['ms for one, median', medianOf(ms)],
    ['p95', quantile(ms, 0.95)],
    ['maximum', Math.max(...ms)],
    ['refused transactions for one', refused],
    ['ms for one, median, if each job writes once a second', medianOf(calm.ms)],
    ['p95 of these', quantile(calm.ms, 0.95)],
    ['refused transactions for one of these', calm.refused],
    [`s until the last of ${ends} ends of one second is made`, lastEnd / 1000],
  ];
  const what = 'logged writes by 25 jobs of one account, in virtual time';
  return {
    budgets: [
      [`Time for 90 ${what}`, 90 / perSecond, 1, 's'],
      [`p95 of ${what}`, quantile(ms, 0.95), 700, 'ms'],
      [`${ends} ends that come in one second, in virtual time`, lastEnd / 1000, 9, 's'],
    ],
    text: table(
      ['25 jobs in five workers, one account', 'in virtual time'],
      rows.map(([what, value]) => [what, figure(value)]),
    ),
  };
}
