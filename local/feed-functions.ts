import { type Aws, schedule } from './aws/index.ts';
import { agentWorkers, defaultWorkers, type Functions } from './deploy-functions.ts';
import type { SkydeskOptions } from './skydesk-options.ts';
import type { WorldClock } from './world-clock.ts';

/** Connects the queues to the worker, and the schedule to the sweeper. `quiet` resolves when nothing is queued or in progress. */
export function feedFunctions(
  { receiver, worker, sweeper, mcp }: Functions,
  aws: Aws,
  { ahead }: WorldClock,
  { workers = defaultWorkers, batchSize = 1, visibilitySeconds, sweepEveryMs }: SkydeskOptions,
) {
  const retryWhenIdle = visibilitySeconds === undefined;
  const poller = aws.poll(worker, { concurrency: workers, batchSize, ahead, retryWhenIdle });
  const agents = aws.poll(worker, { concurrency: agentWorkers, batchSize: 1, ahead }, aws.agentQueueUrl);
  // A failed sweep is logged, and the schedule starts the next one.
  const sweeping = schedule(sweeper);
  if (sweepEveryMs !== undefined) sweeping.every(sweepEveryMs);
  const quiet = async (): Promise<void> => {
    do {
      await poller.settled();
      await agents.settled();
    } while ([receiver, mcp].some(({ running }) => running > 0) || (await poller.isBusy()));
  };
  return { quiet, sweeping };
}
