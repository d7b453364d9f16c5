import { sums } from '../../src/operations/invoices/invoice-sums.ts';
import { ours } from './baselines.ts';
import { invoiceOf } from './cloud-samples.ts';
import { jobsEvent } from './events.ts';
import { figure, medianOf, ratio, table } from '../derived/figures.ts';
import type { StandIns } from './stand-ins.ts';
import { startWarmProcess } from './warm.ts';

/** Milliseconds after which the cached list of servers has expired. */
export const pastServerCacheMs = 11_000;

interface Kind {
  readonly what: string;
  readonly line: string;
  readonly sizes: readonly number[];
  readonly apart?: number;
}

const kinds: readonly Kind[] = [
  { what: 'lines of an invoice', line: 'invoice 2026-10', sizes: [10, 1_000, 10_000] },
  { what: 'alert policies', line: 'alert list', sizes: [10, 500, 5_000] },
  { what: 'servers', line: 'server find web', sizes: [10, 500, 5_000], apart: pastServerCacheMs },
  { what: 'servers, cached', line: 'server find web', sizes: [10, 500, 5_000] },
  {
    what: 'firewall policies, asked by reach, next to as many servers',
    line: 'reach 10.1.1.0/24 10.2.2.7 tcp/400-600',
    sizes: [10, 500, 5_000],
  },
  { what: 'entries of the audit log, searched', line: 'history what=firewall', sizes: [10, 500, 5_000] },
];

/** Measures the time to the answer of commands that read more and more data. */
export async function growth(standIns: StandIns, runs: number): Promise<string> {
  const rows: string[][] = [];
  for (const { what, line, sizes, apart } of kinds) {
    for (const size of sizes) {
      standIns.size = size;
      const worker = startWarmProcess(ours('worker'), standIns, apart);
      const events = () => Array.from({ length: runs }, () => jobsEvent([line]));
      await worker.run(events());
      const { times, heapBytes } = await worker.run(events());
      const ms = medianOf(times);
      rows.push([what, figure(size), figure(ms), figure((ms / size) * 1000), figure(heapBytes / 2 ** 20)]);
      worker.close();
    }
  }
  standIns.size = 10;
  return table(['data', 'how many', 'ms to the answer', 'µs each', 'heap after, MB'], rows);
}

/** Compares the time to sum up an invoice of 10,000 lines with that of JSON.parse, in a sentence. */
export function compareInvoiceWithParse(): { readonly text: string; readonly ratio: number } {
  const json = JSON.stringify(invoiceOf(10_000));
  const parsing: number[] = [];
  const adding: number[] = [];
  for (let run = 0; run < 30; run += 1) {
    const started = performance.now();
    const invoice: ReturnType<typeof invoiceOf> = JSON.parse(json);
    const parsed = performance.now();
    sums(invoice);
    adding.push(performance.now() - parsed);
    parsing.push(parsed - started);
  }
  const [parse, sum] = [medianOf(parsing), medianOf(adding)];
  const text = `An invoice of 10,000 lines is ${figure(json.length / 1024)} KB: \`JSON.parse\` takes ${figure(parse)} ms, and Skydesk sums it up for the answer in ${figure(sum)} ms: ${ratio(sum, parse)}.`;
  return { text, ratio: sum / parse };
}
