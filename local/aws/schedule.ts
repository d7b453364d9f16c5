import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import type { Lambda } from './lambda.ts';

export type Schedule = ReturnType<typeof schedule>;

/** Creates a rule that invokes a function, which is inactive before `fire` or `every`. Errors of `every` go to `onError`. */
export function schedule(lambda: Pick<Lambda, 'invoke'>, onError: (error: unknown) => void = () => {}) {
  let timer: NodeJS.Timeout | undefined;
  /** Invokes the function now. Resolves or rejects like the function. */
  const fire = (): Promise<unknown> => lambda.invoke(scheduledEvent());
  const stop = () => clearInterval(timer);
  return {
    fire,
    /** Invokes it every `ms` milliseconds until `stop`. */
    every(ms: number): void {
      stop();
      timer = setInterval(() => fire().catch(onError), ms);
    },
    stop,
  };
}

function scheduledEvent(): ScheduledEvent {
  const region = 'eu-west-1';
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region,
    resources: [`arn:aws:events:${region}:000000000000:rule/sweeper`],
    detail: {},
  };
}
