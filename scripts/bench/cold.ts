import { contestant, ours } from './contestants.ts';
import { commandEvent, jobsEvent } from './events.ts';
import { figure, ratio, table } from './figures.ts';
import { type Contestant, type Medians, measureFresh } from './fresh.ts';
import type { World } from './world.ts';

/** What a fresh process takes, as tables. */
export interface Cold {
  readonly receiver: string;
  readonly worker: string;
}

const acknowledged = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer && answer.statusCode === 200;

const done = (answer: unknown): boolean => JSON.stringify(answer) === '{"batchItemFailures":[]}';

/** Measures receivers and workers in fresh processes against the same local world. */
export async function cold({ environment }: World, runs: number): Promise<Cold> {
  const receiver = (name: string, file: string): Contestant => ({
    name,
    file,
    event: () => commandEvent('alert list'),
    accepts: acknowledged,
    environment,
  });
  const worker = (name: string, file: string): Contestant => ({
    name,
    file,
    event: () => jobsEvent(['alert list']),
    accepts: done,
    environment,
  });
  const receivers = [
    receiver('the floor: the signature alone, on bare Node', contestant('bare')),
    receiver('**Skydesk**: secret, signature, prepare, queue, ack', ours('receiver')),
    receiver('slack-edge, bundled: ack alone', contestant('slack-edge')),
    receiver('Bolt’s Lambda example, bundled: ack alone', contestant('bolt')),
    receiver('Bolt’s Lambda example, unbundled: ack alone', contestant('bolt-unbundled')),
    receiver('Bolt and the SDK, bundled: queue, ack', contestant('bolt-queue')),
  ];
  const workers = [
    worker('**Skydesk**', ours('worker')),
    worker('Bolt and the SDK, bundled', contestant('plain-worker')),
    worker('Bolt and the SDK, unbundled', contestant('plain-worker-unbundled')),
  ];
  const acks = await measureFresh(receivers, runs);
  const answers = await measureFresh(workers, runs);
  return { receiver: beside(acks, receivers[1]?.name), worker: beside(answers, workers[0]?.name) };
}

/** All of them, with the ratio of ours to each. */
function beside(all: ReadonlyMap<string, Medians>, own = ''): string {
  const us = all.get(own);
  return table(
    [
      'fresh process, ms',
      'load',
      'to the answer',
      'least',
      'processor',
      'Skydesk’s time',
      'Skydesk’s processor',
    ],
    [...all].map(([name, { load, total, least, cpu }]) => [
      name,
      ...[load, total, least, cpu].map(figure),
      ...(us && name !== own ? [ratio(us.total, total), ratio(us.cpu, cpu)] : ['', '']),
    ]),
  );
}
