import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { figure, medianOf, ratio, table } from '../derived/figures.ts';
import { baseline, ours } from './baselines.ts';
import type { Section } from './budgets.ts';
import { commandEvent, jobsEvent } from './events.ts';
import { atOnce, type Latency, type StandIns } from './stand-ins.ts';

/* Skydesk and the baselines in fresh processes. */

/** Realistic latencies, in milliseconds. */
export const field: Latency = { aws: 8, slack: 200, service: 400 };

/** The name of a program in the table, and its file. */
type Program = readonly [name: string, file: string];

/** The event for each process, with a fresh signature and a new id, and what the JSON of a correct answer matches. */
interface Task {
  event(): unknown;
  readonly correct: RegExp;
}

const own = '**Skydesk**';
const receiver: Program = [`${own}: secret, signature, prepare, queue, ack`, ours('receiver')];
const edge: Program = ['slack-edge, bundled: ack only', baseline('slack-edge')];
const example: Program = ['Bolt’s Lambda example, unbundled: ack only', baseline('bolt-unbundled')];
const queue: Program = ['Bolt and the SDK, bundled: secret, queue, ack', baseline('bolt-queue')];
const late: Program = ['Skydesk without its start during init', baseline('late-worker')];
const plain: Program = ['Bolt and the SDK, unbundled', baseline('plain-worker-unbundled')];

const acknowledging: Task = { event: () => commandEvent('alert list'), correct: /"statusCode":200\b/ };
const answering: Task = { event: () => jobsEvent(['alert list']), correct: /^{"batchItemFailures":\[\]}$/ };

/** Measures receivers. Their calls are answered at once. */
export const coldReceivers = (standIns: StandIns, runs: number): Promise<Section> =>
  compare(
    standIns,
    runs,
    acknowledging,
    [
      ['the lower bound: the signature only, on bare Node', baseline('bare')],
      receiver,
      edge,
      ['Bolt’s Lambda example, bundled: ack only', baseline('bolt')],
      example,
      queue,
    ],
    [
      ['Receiver, cold, against Bolt’s Lambda example, which only acknowledges', example, 0.2],
      ['Receiver, cold, against slack-edge, which only acknowledges', edge, 1],
    ],
  );

/** Measures receivers that do all of the work. */
export const coldReceiversOverTls = (overTls: StandIns, runs: number): Promise<Section> =>
  compare(
    overTls,
    runs,
    acknowledging,
    [['the lower bound: the signature and two bare calls', baseline('bare-calls')], receiver, queue],
    [['Receiver, cold, over TLS, against Bolt and the SDK, which do the same work', queue, 0.25]],
  );

/** Measures workers for a first `alert list`, whose calls are answered at once. */
export const coldWorkers = (standIns: StandIns, runs: number): Promise<Section> =>
  compareWorkers(standIns, runs, [
    'Worker, cold, against the same work written plainly with Bolt and the SDK',
    plain,
    0.6,
  ]);

export async function coldWorkersInField(standIns: StandIns, runs: number): Promise<Section> {
  standIns.latency = field;
  const what = 'Worker, cold, with realistic latencies, against Skydesk without its start during init';
  const section = await compareWorkers(standIns, runs, [what, late, 0.8]);
  standIns.latency = atOnce;
  return section;
}

/** Rejects if a worker did not request the policies. */
async function compareWorkers(standIns: StandIns, runs: number, bar: Bar): Promise<Section> {
  const asked = (): number => standIns.calls.get('/v2/alertPolicies/ACME')?.times ?? 0;
  const before = asked();
  const bundled: Program = ['Bolt and the SDK, bundled', baseline('plain-worker')];
  const workers: readonly Program[] = [[own, ours('worker')], late, bundled, plain];
  const section = await compare(standIns, runs, answering, workers, [bar]);
  if (asked() - before !== workers.length * (runs + 1)) throw new Error('A worker did not do its job');
  return section;
}

/** A budget for Skydesk's time to the answer, divided by that of another program. */
type Bar = readonly [what: string, other: Program, most: number];

/**
 * Compares programs in fresh processes, by the medians of `runs`. They take turns, so that other load on the machine affects all of
 * them alike.
 */
async function compare(
  { environment }: StandIns,
  runs: number,
  task: Task,
  programs: readonly Program[],
  bars: readonly Bar[],
): Promise<Section> {
  const all = programs.map(() => [] as Times[]);
  for (let turn = 0; turn <= runs; turn += 1) {
    for (const [at, program] of programs.entries()) {
      const times = await once(program, task, environment);
      // In its first turn, a file may not be in memory yet.
      if (turn > 0) all[at]?.push(times);
    }
  }
  const rows = programs.map(([name], at) => {
    const of = (what: keyof Times): number[] => (all[at] ?? []).map((times) => times[what]);
    const [load, total, cpu] = [medianOf(of('load')), medianOf(of('total')), medianOf(of('cpu'))];
    return { name, load, total, cpu, least: Math.min(...of('total')) };
  });
  const us = rows.find(({ name }) => name.startsWith(own));
  if (!us) throw new Error('Skydesk is not among the programs');
  const totalOf = ([other]: Program) => rows.find(({ name }) => name === other)?.total ?? Number.NaN;
  return {
    budgets: bars.map(([what, other, most]) => [what, us.total / totalOf(other), most]),
    text: table(
      ['fresh process, ms', 'load', 'to the answer', 'minimum', 'CPU', 'Skydesk’s time', 'Skydesk’s CPU'],
      rows.map((row) => [
        row.name,
        ...[row.load, row.total, row.least, row.cpu].map(figure),
        ...(row === us ? ['', ''] : [ratio(us.total, row.total), ratio(us.cpu, row.cpu)]),
      ]),
    ),
  };
}

/** Milliseconds of one fresh process: until it had loaded, until it had answered, and CPU time. */
interface Times {
  readonly load: number;
  readonly total: number;
  readonly cpu: number;
}

const child = path.join(import.meta.dirname, 'fresh-process.cjs');

/** Runs a program. Rejects if it answers incorrectly: a program that skips the work is not fast. */
async function once(
  [name, file]: Program,
  { event, correct }: Task,
  environment: StandIns['environment'],
): Promise<Times> {
  const env = { ...environment, BENCH_CALL: JSON.stringify({ file, event: event() }) };
  const { stdout } = await promisify(execFile)(process.execPath, [child], { env });
  // The log of the function precedes it.
  const { times, answer }: { times: Times; answer: string } = JSON.parse(
    stdout.slice(stdout.lastIndexOf('{"times"')),
  );
  if (!correct.test(answer)) throw new Error(`${name} answered ${answer}`);
  return times;
}
