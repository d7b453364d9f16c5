import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { medianOf } from '../derived/figures.ts';

/** Milliseconds of one fresh process: until it had loaded, until it had answered, and CPU time. */
interface Times {
  readonly load: number;
  readonly total: number;
  readonly cpu: number;
}

/** Medians of many processes, and the shortest time to the answer. */
export interface Medians extends Times {
  readonly least: number;
}

/** A program that is loaded and answers one event. */
export interface Program {
  readonly name: string;
  readonly file: string;
  /** Creates an event for each process, with a fresh signature and a new id. */
  event(): unknown;
  /** Whether an answer is correct. */
  accepts(answer: unknown): boolean;
  readonly environment: Readonly<Record<string, string>>;
}

const child = path.join(import.meta.dirname, 'fresh-process.cjs');
const run = promisify(execFile);

/**
 * Measures fresh processes. The programs take turns, so that other load on the machine affects all of them alike. Rejects if one
 * of them answers incorrectly: a program that skips the work is not fast.
 */
export async function measureFresh(
  programs: readonly Program[],
  runs: number,
): Promise<ReadonlyMap<string, Medians>> {
  const all = new Map(programs.map(({ name }) => [name, [] as Times[]]));
  for (const program of programs) await once(program);
  for (let turn = 0; turn < runs; turn += 1) {
    for (const program of programs) all.get(program.name)?.push(await once(program));
  }
  return new Map(
    [...all].map(([name, times]) => [
      name,
      {
        load: medianOf(times.map(({ load }) => load)),
        total: medianOf(times.map(({ total }) => total)),
        cpu: medianOf(times.map(({ cpu }) => cpu)),
        least: Math.min(...times.map(({ total }) => total)),
      },
    ]),
  );
}

async function once({ name, file, event, accepts, environment }: Program): Promise<Times> {
  const { stdout } = await run(process.execPath, [child], {
    env: { ...environment, BENCH_CALL: JSON.stringify({ file, event: event() }) },
  });
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const { times, answer }: { times: Times; answer: unknown } = JSON.parse(
    last.slice(last.indexOf('{"times"')),
  );
  if (!accepts(answer)) throw new Error(`${name} answered ${JSON.stringify(answer)}`);
  return times;
}
