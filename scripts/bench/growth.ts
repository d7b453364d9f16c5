import { figure, medianOf, table } from '../derived/figures.ts';
import { ours } from './baselines.ts';
import type { Section } from './budgets.ts';
import { jobsEvent } from './events.ts';
import type { StandIns } from './stand-ins.ts';
import { startWarmProcess } from './warm.ts';

/** Milliseconds after which the cached list of servers has expired. */
export const pastServerCacheMs = 11_000;

/** The data, the command that reads it, how many there are at most, and the milliseconds between two commands. */
const kinds: readonly (readonly [what: string, line: string, most?: number, apart?: number])[] = [
  ['lines of an invoice', 'invoice 2026-10', 10_000],
  ['alert policies', 'alert list'],
  ['servers', 'server find web', 5_000, pastServerCacheMs],
  ['servers, cached', 'server find web'],
  ['firewall policies, asked by reach, next to as many servers', 'reach 10.1.1.0/24 10.2.2.7 tcp/400-600'],
  ['entries of the audit log, searched', 'history what=firewall'],
];

/** Measures the time to the answer of commands that read more and more data. */
export async function growth(standIns: StandIns, runs: number): Promise<Section> {
  const rows: string[][] = [];
  for (const [what, line, most = 5_000, apart] of kinds) {
    for (const size of [10, most / 10, most]) {
      standIns.size = size;
      const worker = startWarmProcess(ours('worker'), standIns, apart);
      const events = () => Array.from({ length: runs }, () => jobsEvent([line]));
      await worker.run(events());
      const { times, heapBytes } = await worker.run(events());
      const ms = medianOf(times);
      rows.push([what, ...[size, ms, (ms / size) * 1000, heapBytes / 2 ** 20].map(figure)]);
      worker.close();
    }
  }
  standIns.size = 10;
  return { text: table(['data', 'how many', 'ms to the answer', 'µs each', 'heap after, MB'], rows) };
}
