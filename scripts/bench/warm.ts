import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { baseline, ours } from './baselines.ts';
import { commandEvent, jobsEvent } from './events.ts';
import { figure, medianOf, quantile, ratio, table } from '../derived/figures.ts';
import { atOnce, type StandIns } from './stand-ins.ts';

const runFigures = z.object({
  times: z.array(z.number()),
  cpuMs: z.number(),
  heapBytes: z.number(),
  residentBytes: z.number(),
});

/** Milliseconds of each event, CPU time of all events, and memory in bytes after a garbage collection. */
type RunFigures = z.infer<typeof runFigures>;

/** A process that has loaded one program and handles several runs of events. */
export interface WarmProcess {
  run(events: readonly unknown[]): Promise<RunFigures>;
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
  return {
    async run(events) {
      const over = new AbortController();
      child.send(events);
      try {
        const [message] = await Promise.race([
          once(child, 'message', over),
          once(child, 'exit', over).then(() => {
            throw new Error(`${path.basename(file)} ended`);
          }),
        ]);
        return runFigures.parse(message);
      } finally {
        over.abort();
      }
    },
    close: () => child.disconnect(),
  };
}

const megabytes = (bytes: number): string => figure(bytes / 2 ** 20);

/** Compares the acknowledgements of warm receivers. */
export async function warmAcks(
  standIns: StandIns,
  rounds: number,
): Promise<{ readonly text: string; readonly ratio: number }> {
  const programs = [
    ['**Skydesk**', startWarmProcess(ours('receiver'), standIns)],
    ['Bolt’s AwsLambdaReceiver and the SDK’s queue', startWarmProcess(baseline('bolt-queue'), standIns)],
  ] as const;
  const times = programs.map((): number[] => []);
  const perRound = 100;
  const commands = () => Array.from({ length: perRound }, () => commandEvent('alert list'));
  for (const [, kept] of programs) await kept.run(commands());
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, [, kept]] of programs.entries()) times[at]?.push(...(await kept.run(commands())).times);
  }
  for (const [, kept] of programs) kept.close();
  const medians = times.map(medianOf);
  const [own = Number.NaN, other = Number.NaN] = medians;
  const text = table(
    ['warm, ms per acknowledgement', 'median', 'p99', 'Skydesk’s time'],
    programs.map(([name], at) => [
      name,
      figure(medians[at] ?? Number.NaN),
      figure(quantile(times[at] ?? [], 0.99)),
      at === 0 ? '' : ratio(own, medians[at] ?? Number.NaN),
    ]),
  );
  return { text, ratio: own / other };
}

/** Counts the logins of a newly started worker for one batch of commands. */
export async function loginsOf(commands: number, standIns: StandIns): Promise<number> {
  const logins = (): number => standIns.calls.get('/v2/authentication/login')?.times ?? 0;
  const before = logins();
  const worker = startWarmProcess(ours('worker'), standIns);
  await worker.run([jobsEvent(Array<string>(commands).fill('alert list'))]);
  worker.close();
  return logins() - before;
}

/** Measures one worker's commands per second, with a cloud API that takes 50 ms to answer. */
export async function throughput(standIns: StandIns, batches: number): Promise<string> {
  const worker = startWarmProcess(ours('worker'), standIns);
  await worker.run([jobsEvent(['alert list'])]);
  standIns.latency = { ...atOnce, service: 50 };
  const rows: string[][] = [];
  for (const size of [1, 10]) {
    const lines = Array.from({ length: size }, () => 'alert list');
    const { times, cpuMs } = await worker.run(Array.from({ length: batches }, () => jobsEvent(lines)));
    const perJob = medianOf(times) / size;
    rows.push([
      String(size),
      figure(medianOf(times)),
      figure(1000 / perJob),
      figure(cpuMs / (batches * size)),
    ]);
  }
  standIns.latency = atOnce;
  worker.close();
  return table(['jobs in a batch', 'ms per batch', 'commands per second', 'CPU ms per command'], rows);
}

/**
 * Measures the memory of a worker after more and more commands, each time after a garbage collection. Stops after `commands`
 * commands or `seconds` seconds.
 */
export async function memory(
  standIns: StandIns,
  { commands = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY },
): Promise<string> {
  const worker = startWarmProcess(ours('worker'), standIns);
  const rows: string[][] = [];
  const end = performance.now() + seconds * 1000;
  const step = 500;
  const batch = Array<string>(10).fill('alert list');
  let shownFrom = step;
  for (let done = step; done <= commands; done += step) {
    const { heapBytes, residentBytes } = await worker.run(
      Array.from({ length: step / batch.length }, () => jobsEvent(batch)),
    );
    const over = performance.now() > end || done === commands;
    if (done >= shownFrom || over) {
      rows.push([figure(done), megabytes(heapBytes), megabytes(residentBytes)]);
      shownFrom = done * 2;
    }
    if (over) break;
  }
  worker.close();
  return table(['commands done', 'heap, MB', 'resident, MB'], rows);
}
