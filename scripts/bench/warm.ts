import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { figure, medianOf, quantile, ratio, table } from '../derived/figures.ts';
import { baseline, ours } from './baselines.ts';
import type { Section } from './budgets.ts';
import { commandEvent, jobsEvent } from './events.ts';
import type { StandIns } from './stand-ins.ts';

const runFigures = z.object({
  times: z.array(z.number()),
  heapBytes: z.number(),
  residentBytes: z.number(),
});

/** A process that has loaded one program and handles several runs of events. */
export interface WarmProcess {
  /** Resolves to the milliseconds of each event, and the memory in bytes after a garbage collection. */
  run(events: readonly unknown[]): Promise<z.infer<typeof runFigures>>;
  close(): void;
}

/**
 * Starts a process with a program.
 * @param apart milliseconds by which its clock advances after each event
 */
export function startWarmProcess(file: string, { environment }: StandIns, apart = 0): WarmProcess {
  const child = fork(path.join(import.meta.dirname, 'warm-process.cjs'), {
    env: { ...environment, BENCH_TARGET: file, APART: String(apart) },
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${path.basename(file)} ended`)));
  // Nothing waits for its end after it was closed.
  ended.catch(() => {});
  return {
    async run(events) {
      child.send(events);
      const [message] = await Promise.race([once(child, 'message'), ended]);
      return runFigures.parse(message);
    },
    close: () => child.disconnect(),
  };
}

/** Compares the acknowledgements of warm receivers, in `rounds` of a hundred. */
export async function warmAcks(standIns: StandIns, rounds: number): Promise<Section> {
  const receivers = [
    { name: '**Skydesk**', file: ours('receiver') },
    { name: 'Bolt’s AwsLambdaReceiver and the SDK’s queue', file: baseline('bolt-queue') },
  ].map(({ name, file }) => ({ name, kept: startWarmProcess(file, standIns), times: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { kept, times } of receivers) {
      const run = await kept.run(Array.from({ length: 100 }, () => commandEvent('alert list')));
      if (round > 0) times.push(...run.times);
    }
  }
  for (const { kept } of receivers) kept.close();
  const [own = Number.NaN, other = Number.NaN] = receivers.map(({ times }) => medianOf(times));
  return {
    text: table(
      ['warm, ms per acknowledgement', 'median', 'p99', 'Skydesk’s time'],
      receivers.map(({ name, times }, at) => [
        name,
        figure(medianOf(times)),
        figure(quantile(times, 0.99)),
        at === 0 ? '' : ratio(own, other),
      ]),
    ),
    budgets: [['Receiver, warm, against Bolt’s receiver and the SDK’s queue', own / other, 0.5]],
  };
}

/** Measures the memory of a worker for some seconds, after more and more commands and each time after a garbage collection. */
export async function memory(standIns: StandIns, seconds: number): Promise<Section> {
  const worker = startWarmProcess(ours('worker'), standIns);
  const rows: string[][] = [];
  const end = performance.now() + seconds * 1000;
  const batch = Array<string>(10).fill('alert list');
  for (let [done, shownFrom] = [500, 500]; performance.now() < end; done += 500) {
    const { heapBytes, residentBytes } = await worker.run(Array.from({ length: 50 }, () => jobsEvent(batch)));
    if (done < shownFrom && performance.now() < end) continue;
    rows.push([done, heapBytes / 2 ** 20, residentBytes / 2 ** 20].map(figure));
    shownFrom = done * 2;
  }
  worker.close();
  return { text: table(['commands done', 'heap, MB', 'resident, MB'], rows) };
}
