import { sweepEvery } from '../../src/change/model/time-limits.ts';
import type { RunAverages } from './averages.ts';
import type { Measured } from './measure.ts';
import type { MeasuredCalls } from './measure-calls.ts';
import type { MeasuredWatch } from './measure-watch.ts';
import { memoryOfOneProcessor, prices } from './prices.ts';

/** The size of the stack, as in serverless.yml and deploy/. `mcp` and `agents` are there where agents are turned on. */
export const stack = {
  memory: { receiver: 1024, worker: 512, sweeper: 512, mcp: 512 },
  secrets: 2,
  /** AWS charges for each metric that an alarm watches. */
  alarmMetrics: 21,
  agents: {
    alarmMetrics: 4,
    /** What the HTTP API reports of one route: its requests, latencies, errors and bytes. */
    routeMetrics: 6,
  },
  watch: {
    looksAMonth: (30.4 * 24 * 60) / 15,
    callsAtOnce: 2,
    /** A sweep asks for each account when it was read. */
    readUnitsOfSweep: 1,
  },
  sweepsAMonth: (30.4 * 24 * 60) / (sweepEvery / 60_000),
  /** A sweep asks for the version of the table and reads both parts of the index. */
  readUnitsOfSweep: 2,
  /** The receiver reads its secret again, which is cached for as long, and the worker the version of the table. */
  warmingsAMonth: (30.4 * 24 * 60) / 5,
  /** Lambda polls an empty queue with five requests at once, each for twenty seconds. */
  emptyReceivesAMonth: (5 * 30.4 * 24 * 3600) / 20,
} as const;

/** Milliseconds until the cloud API, Slack and AWS answer, which can't be measured without them. */
export const latencies = { service: 400, slack: 200, aws: 8 } as const;

type Latencies = Readonly<Record<keyof typeof latencies, number>>;

/** Dollars a month. */
export interface Bill {
  /** How many commands, or tool calls of agents, it is for. */
  readonly amount: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly total: number;
}

/** Lambda logs three lines of its own for each invocation. */
const platformLogBytes = 350;
/** The HTTP API's access log for each request. */
const accessLogBytes = 250;
/** An idempotency record, an open request and an audit log entry. */
const storedBytes = 1500;

/**
 * The cost of a month with `commands` commands.
 * @param cold the share of runs that are cold starts, 0 to 1
 */
export function bill(commands: number, cold: number, measured: Measured, waits: Latencies): Bill {
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
    gigabyteSeconds(runs.receiver, receiver, stack.memory.receiver, waiting.receiver, cold) +
    gigabyteSeconds(runs.worker, worker, stack.memory.worker, waiting.worker, cold) +
    gigabyteSeconds(runs.sweeper, sweeper, stack.memory.sweeper, waits.aws, 1);
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
      stack.sweepsAMonth * stack.readUnitsOfSweep * dynamoDb.readUnit +
      gigabytes * (dynamoDb.gbMonth + dynamoDb.gbMonthOfRecovery),
    'Secrets Manager':
      stack.secrets * secretsManager.secretMonth +
      cold * (runs.receiver + 2 * runs.worker) * secretsManager.call,
    'Keeping a receiver and a worker warm':
      stack.warmingsAMonth *
      (2 * lambda.request +
        ((waits.aws * (stack.memory.receiver + stack.memory.worker)) / 1024 / 1000) * lambda.gbSecondArm64 +
        secretsManager.call +
        dynamoDb.readUnit +
        ((2 * platformLogBytes) / 1e9) * cloudWatch.logGb),
    'CloudWatch logs': (logged / 1e9) * cloudWatch.logGb,
    'CloudWatch metrics': measured.metrics * cloudWatch.metricMonth,
    'CloudWatch alarms': stack.alarmMetrics * cloudWatch.alarmMonth,
  };
  return sumUp(commands, parts);
}

/** What agents add to the cost of a month, with `calls` tool calls. `cold` is as for `bill`. */
export function billOfAgents(calls: number, cold: number, measured: MeasuredCalls, waits: Latencies): Bill {
  const { mcp, serviceCalls, slackCalls, tableCalls } = measured;
  const waiting = serviceCalls * waits.service + slackCalls * waits.slack + tableCalls * waits.aws;
  const { lambda, httpApi, dynamoDb, secretsManager, cloudWatch } = prices;
  const gigabytes = (calls * storedBytes) / 1e9;
  const logged = calls * (measured.logBytes + platformLogBytes + accessLogBytes);
  const parts = {
    Lambda:
      gigabyteSeconds(calls, mcp, stack.memory.mcp, waiting, cold) * lambda.gbSecondArm64 +
      calls * lambda.request,
    'HTTP API': calls * httpApi.request,
    DynamoDB:
      calls * (measured.writeUnits * dynamoDb.writeUnit + measured.readUnits * dynamoDb.readUnit) +
      gigabytes * (dynamoDb.gbMonth + dynamoDb.gbMonthOfRecovery),
    'Secrets Manager': calls * cold * stack.secrets * secretsManager.call,
    'CloudWatch logs': (logged / 1e9) * cloudWatch.logGb,
    'CloudWatch metrics': stack.agents.routeMetrics * cloudWatch.metricMonth,
    'CloudWatch alarms': stack.agents.alarmMetrics * cloudWatch.alarmMonth,
  };
  return sumUp(calls, parts);
}

/** What it adds to the cost of a month to watch one account at the default pace. The worker is kept warm. */
export function billOfWatch(measured: MeasuredWatch, waits: Latencies): Bill {
  const { worker, serviceCalls, messages } = measured;
  const { looksAMonth, callsAtOnce, readUnitsOfSweep } = stack.watch;
  const awsCalls = messages + measured.tableCalls;
  const waiting = (serviceCalls / callsAtOnce) * waits.service + awsCalls * waits.aws;
  const runs = looksAMonth * worker.times;
  const { lambda, sqs, dynamoDb, cloudWatch } = prices;
  const parts = {
    Lambda:
      gigabyteSeconds(runs, worker, stack.memory.worker, waiting / worker.times, 0) * lambda.gbSecondArm64 +
      runs * lambda.request,
    SQS: 3 * looksAMonth * messages * sqs.request,
    DynamoDB:
      looksAMonth * (measured.writeUnits * dynamoDb.writeUnit + measured.readUnits * dynamoDb.readUnit) +
      stack.sweepsAMonth * readUnitsOfSweep * dynamoDb.readUnit,
    'CloudWatch logs': ((looksAMonth * measured.logBytes + runs * platformLogBytes) / 1e9) * cloudWatch.logGb,
  };
  return sumUp(1, parts);
}

const sumUp = (amount: number, parts: Bill['parts']): Bill => ({
  amount,
  parts,
  total: Object.values(parts).reduce((sum, part) => sum + part, 0),
});

/** Gigabyte-seconds of `runs` invocations. Less memory slows down work and loading, but not waiting. */
function gigabyteSeconds(
  runs: number,
  { ms, loadMs }: RunAverages,
  memory: number,
  waitMs: number,
  cold: number,
): number {
  const slower = memoryOfOneProcessor / memory;
  return (runs * ((ms + cold * loadMs) * slower + waitMs) * memory) / 1024 / 1000;
}
