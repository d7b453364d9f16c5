import { baseline, ours } from './baselines.ts';
import { commandEvent, jobsEvent } from './events.ts';
import { figure, ratio, table } from '../derived/figures.ts';
import { type Medians, measureFresh, type Program } from './fresh.ts';
import { atOnce, type Latency, type StandIns } from './stand-ins.ts';

/** Medians of fresh processes, by the name of the program. */
export type Measured = ReadonlyMap<string, Medians>;

const acknowledged = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer && answer.statusCode === 200;

const done = (answer: unknown): boolean => JSON.stringify(answer) === '{"batchItemFailures":[]}';

/** The names of the programs in the tables. */
export const names = {
  receiver: '**Skydesk**: secret, signature, prepare, queue, ack',
  edge: 'slack-edge, bundled: ack only',
  example: 'Bolt’s Lambda example, unbundled: ack only',
  queue: 'Bolt and the SDK, bundled: secret, queue, ack',
  worker: '**Skydesk**',
  late: 'Skydesk without its start during init',
  plain: 'Bolt and the SDK, unbundled',
} as const;

/** Realistic latencies, in milliseconds. */
export const field: Latency = { aws: 8, slack: 200, service: 400 };

/** Measures receivers in fresh processes. Their calls are answered at once. */
export function coldReceivers({ environment }: StandIns, runs: number): Promise<Measured> {
  const receiver = receiverIn(environment);
  return measureFresh(
    [
      receiver('the lower bound: the signature only, on bare Node', baseline('bare')),
      receiver(names.receiver, ours('receiver')),
      receiver(names.edge, baseline('slack-edge')),
      receiver('Bolt’s Lambda example, bundled: ack only', baseline('bolt')),
      receiver(names.example, baseline('bolt-unbundled')),
      receiver(names.queue, baseline('bolt-queue')),
    ],
    runs,
  );
}

/** Measures receivers that do all of the work, against stand-ins that use TLS. */
export function coldReceiversOverTls({ environment }: StandIns, runs: number): Promise<Measured> {
  const receiver = receiverIn(environment);
  return measureFresh(
    [
      receiver('the lower bound: the signature and two bare calls', baseline('bare-calls')),
      receiver(names.receiver, ours('receiver')),
      receiver(names.queue, baseline('bolt-queue')),
    ],
    runs,
  );
}

/** Measures workers in fresh processes, for a first `alert list`. Rejects if one of them did not request the policies. */
export async function coldWorkers(standIns: StandIns, runs: number, latency = atOnce): Promise<Measured> {
  const worker = (name: string, file: string): Program => ({
    name,
    file,
    event: () => jobsEvent(['alert list']),
    accepts: done,
    environment: standIns.environment,
  });
  const workers = [
    worker(names.worker, ours('worker')),
    worker(names.late, baseline('late-worker')),
    worker('Bolt and the SDK, bundled', baseline('plain-worker')),
    worker(names.plain, baseline('plain-worker-unbundled')),
  ];
  const asked = (): number => standIns.calls.get('/v2/alertPolicies/ACME')?.times ?? 0;
  const before = asked();
  standIns.latency = latency;
  const measured = await measureFresh(workers, runs);
  standIns.latency = atOnce;
  if (asked() - before !== workers.length * (runs + 1)) throw new Error('A worker did not do its job');
  return measured;
}

const receiverIn =
  (environment: StandIns['environment']) =>
  (name: string, file: string): Program => ({
    name,
    file,
    event: () => commandEvent('alert list'),
    accepts: acknowledged,
    environment,
  });

/** Returns the first program's time to the answer, divided by the second's. */
export const timeRatio = (all: Measured, first: string, second: string): number =>
  (all.get(first)?.total ?? Number.NaN) / (all.get(second)?.total ?? Number.NaN);

/** Writes a table of the programs, with the ratio of Skydesk to each. */
export function comparison(all: Measured, own: string): string {
  const us = all.get(own);
  return table(
    ['fresh process, ms', 'load', 'to the answer', 'minimum', 'CPU', 'Skydesk’s time', 'Skydesk’s CPU'],
    [...all].map(([name, { load, total, least, cpu }]) => [
      name,
      ...[load, total, least, cpu].map(figure),
      ...(us && name !== own ? [ratio(us.total, total), ratio(us.cpu, cpu)] : ['', '']),
    ]),
  );
}
