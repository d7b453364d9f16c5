import type { Measured, Ran } from './measure.ts';
import { memoryOfOneProcessor, prices } from './prices.ts';

/** What the stack is made of, as serverless.yml and deploy/ say. */
export const stack = {
  memory: { receiver: 1024, worker: 512, sweeper: 512 },
  secrets: 2,
  /** Metrics that alarms look at, which is what an alarm costs by. */
  alarmMetrics: 14,
  sweepsAMonth: (30.4 * 24 * 60) / 2,
  /** Each reads the secret again, which is remembered for as long. */
  warmingsAMonth: (30.4 * 24 * 60) / 5,
  /** Lambda asks the queue five times at once, for twenty seconds each, also when there is nothing. */
  emptyReceivesAMonth: (5 * 30.4 * 24 * 3600) / 20,
} as const;

/** What cannot be measured without the real ones: how long others take to answer, in milliseconds. */
export interface Waits {
  readonly service: number;
  readonly slack: number;
  readonly aws: number;
}

/** Dollars a month. */
export interface Bill {
  readonly commands: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Lambda writes three lines of its own about each run. */
const platformLogBytes = 350;
/** What the HTTP API writes into its access log about each request. */
const accessLogBytes = 250;
/** A receipt, a request that waits, an entry of the record. */
const storedBytes = 1500;

/**
 * What a month with so many commands costs.
 * @param cold the share of runs that are cold starts, 0 to 1
 */
export function bill(commands: number, cold: number, measured: Measured, waits: Waits): Bill {
  const { receiver, worker, sweeper, messages, serviceCalls, slackCalls } = measured;
  const awsCalls = messages + measured.tableCalls;
  const waiting = {
    receiver: (messages * waits.aws) / Math.max(1, receiver.times),
    worker: (serviceCalls * waits.service + slackCalls * waits.slack + awsCalls * waits.aws) / worker.times,
  };
  const runs = {
    receiver: commands * receiver.times,
    worker: commands * worker.times,
    sweeper: stack.sweepsAMonth,
  };
  const gbSeconds =
    gb(runs.receiver, receiver, stack.memory.receiver, waiting.receiver, cold) +
    gb(runs.worker, worker, stack.memory.worker, waiting.worker, cold) +
    gb(runs.sweeper, sweeper, stack.memory.sweeper, waits.aws, 1);
  const invocations = runs.receiver + runs.worker + runs.sweeper;
  const sent = commands * messages;
  const gigabytes = (commands * storedBytes) / 1e9;
  const logged =
    commands * measured.logBytes + invocations * platformLogBytes + runs.receiver * accessLogBytes;
  const { lambda, httpApi, sqs, dynamoDb, secretsManager, cloudWatch } = prices;
  const parts = {
    Lambda: gbSeconds * lambda.gbSecondArm64 + invocations * lambda.request,
    'HTTP API': runs.receiver * httpApi.request,
    SQS: (3 * sent + stack.emptyReceivesAMonth) * sqs.request,
    DynamoDB:
      commands * (measured.writeUnits * dynamoDb.writeUnit + measured.readUnits * dynamoDb.readUnit) +
      stack.sweepsAMonth * dynamoDb.readUnit +
      gigabytes * (dynamoDb.gbMonth + dynamoDb.gbMonthOfRecovery),
    'Secrets Manager':
      stack.secrets * secretsManager.secretMonth +
      (cold * (runs.receiver + 2 * runs.worker) + stack.sweepsAMonth) * secretsManager.call,
    'Keeping a receiver warm':
      stack.warmingsAMonth *
      (lambda.request +
        ((waits.aws * stack.memory.receiver) / 1024 / 1000) * lambda.gbSecondArm64 +
        secretsManager.call +
        (platformLogBytes / 1e9) * cloudWatch.logGb),
    'CloudWatch logs': (logged / 1e9) * cloudWatch.logGb,
    'CloudWatch metrics': measured.metrics * cloudWatch.metricMonth,
    'CloudWatch alarms': stack.alarmMetrics * cloudWatch.alarmMonth,
  };
  return { commands, parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** Gigabyte-seconds of so many runs: work and loading slowed down by their memory, and waiting, which is not. */
function gb(runs: number, { ms, loadMs }: Ran, memory: number, waitMs: number, cold: number): number {
  const slower = memoryOfOneProcessor / memory;
  return (runs * ((ms + cold * loadMs) * slower + waitMs) * memory) / 1024 / 1000;
}
