import { sweepEvery } from '../../src/change/model/time-limits.ts';
import type { Measured } from './measure.ts';
import type { Runs, Usage } from './meter.ts';
import { memoryOfOneProcessor, prices } from './prices.ts';

/** The size of the stack, as in serverless.yml and deploy/. `mcp` and `agents` apply only if agents are turned on. */
export const stack = {
  memory: { receiver: 1024, worker: 512, sweeper: 512, mcp: 512 },
  secrets: 3,
  /** `Sweeps`: the only metric of ours that occurs while nothing is wrong. */
  metrics: 1,
  /** AWS charges for each metric with an alarm. */
  alarmMetrics: 21,
  agents: {
    alarmMetrics: 4,
    /** The metrics of one route of the HTTP API: its requests, latencies, errors and bytes. */
    routeMetrics: 6,
  },
  watch: {
    looksAMonth: (30.4 * 24 * 60) / 15,
    callsAtOnce: 2,
    /** A sweep reads the time of each account's last watch. */
    readUnitsOfSweep: 1,
  },
  sweepsAMonth: (30.4 * 24 * 60) / (sweepEvery / 60_000),
  /** A sweep asks for the version of the table and reads the index. */
  readUnitsOfSweep: 2,
  /** The receiver refreshes the signing secret, which is cached for as long, and the worker reads the version of the table. */
  warmingsAMonth: (30.4 * 24 * 60) / 5,
  /** Lambda polls each empty queue with five requests at once, each for twenty seconds. */
  emptyReceivesAMonth: (5 * 30.4 * 24 * 3600) / 20,
} as const;

/** Milliseconds until the cloud API, Slack and AWS answer. Assumptions, since they can't be measured offline. */
export const latencies = { service: 400, slack: 200, aws: 8 } as const;

type Latencies = Readonly<Record<keyof typeof latencies, number>>;

/** Costs in US dollars, by what AWS charges for. */
type Parts = Readonly<Record<string, number>>;

export interface Bill {
  /** How many commands, tool calls of agents or watched accounts it is for. */
  readonly amount: number;
  readonly parts: Parts;
  readonly total: number;
}

/** Size of the three log lines that Lambda adds for each invocation. */
const platformLogBytes = 350;
/** Size of the HTTP API's access log per request. */
const accessLogBytes = 250;
/** Size of an idempotency record, an open request and an audit log entry. */
const storedBytes = 1500;

const { lambda, httpApi, sqs, dynamoDb, secretsManager, cloudWatch } = prices;

const pollingOfQueue = stack.emptyReceivesAMonth * sqs.request;

/**
 * Returns the cost of a month with `commands` commands.
 * @param cold the share of runs that are cold starts, 0 to 1
 */
export function bill(commands: number, cold: number, measured: Measured, waits: Latencies): Bill {
  const { command, sweeper } = measured;
  const { memory, sweepsAMonth } = stack;
  const gbSecondsOfWarming = (waits.aws * (memory.receiver + memory.worker)) / 1024 / 1000;
  return billOf(commands, costOf(commands, command, cold, waits), {
    Lambda: costOfRuns(sweepsAMonth, sweeper, memory.sweeper, waits.aws, 1),
    SQS: pollingOfQueue,
    DynamoDB: sweepsAMonth * stack.readUnitsOfSweep * dynamoDb.readUnit,
    'Secrets Manager': stack.secrets * secretsManager.secretMonth,
    'CloudWatch logs': costOfLogs(sweepsAMonth * platformLogBytes),
    'Keeping a receiver and a worker warm':
      stack.warmingsAMonth *
      (2 * lambda.request +
        gbSecondsOfWarming * lambda.gbSecondArm64 +
        secretsManager.call +
        dynamoDb.readUnit +
        costOfLogs(2 * platformLogBytes)),
    'CloudWatch metrics': stack.metrics * cloudWatch.metricMonth,
    'CloudWatch alarms': stack.alarmMetrics * cloudWatch.alarmMonth,
  });
}

/** Returns the monthly cost that agents add with `calls` tool calls. `cold` is as for `bill`. */
export const billOfAgents = (calls: number, cold: number, call: Usage, waits: Latencies): Bill =>
  billOf(calls, costOf(calls, call, cold, waits), {
    SQS: pollingOfQueue,
    'CloudWatch metrics': stack.agents.routeMetrics * cloudWatch.metricMonth,
    'CloudWatch alarms': stack.agents.alarmMetrics * cloudWatch.alarmMonth,
  });

/** Returns the monthly cost of watching one account at the default pace. The worker is kept warm. */
export function billOfWatch(look: Usage, { service, ...waits }: Latencies): Bill {
  const { looksAMonth, callsAtOnce, readUnitsOfSweep } = stack.watch;
  const uses = costOf(looksAMonth, look, 0, { ...waits, service: service / callsAtOnce }, 0);
  return billOf(1, uses, { DynamoDB: stack.sweepsAMonth * readUnitsOfSweep * dynamoDb.readUnit });
}

/** Adds up what depends on the amount and what does not. */
function billOf(amount: number, uses: Parts, fixed: Parts): Bill {
  const parts = { ...uses };
  for (const [name, cost] of Object.entries(fixed)) parts[name] = (parts[name] ?? 0) + cost;
  return { amount, parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/**
 * Returns the cost of doing something so often that adds so many bytes to the table. The receiver waits for the queue alone, the other
 * functions for the rest. The function for agents waits for the worker, so for the same.
 */
function costOf(amount: number, usage: Usage, cold: number, waits: Latencies, bytes = storedBytes): Parts {
  const { runs, messages, serviceCalls, slackCalls, tableCalls, writeUnits, readUnits, logBytes } = usage;
  const ofReceiver = messages * waits.aws;
  const ofOthers =
    serviceCalls * waits.service + slackCalls * waits.slack + (messages + tableCalls) * waits.aws;
  const functions = names.flatMap((name) => {
    const own = runs[name];
    return own ? [{ name, own, count: amount * own.times }] : [];
  });
  const sum = (each: (one: (typeof functions)[number]) => number): number =>
    functions.reduce((total, one) => total + each(one), 0);
  // A call of an agent comes to one function, which invokes the receiver.
  const asked = runs.mcp ? 'mcp' : 'receiver';
  const requests = sum(({ name, count }) => (name === asked ? count : 0));
  const gigabytes = (amount * bytes) / 1e9;
  return {
    Lambda: sum(({ name, own, count }) => {
      const waitMs = (name === 'receiver' ? ofReceiver : ofOthers) / own.times;
      return costOfRuns(count, own, stack.memory[name], waitMs, cold);
    }),
    'HTTP API': requests * httpApi.request,
    SQS: 3 * amount * messages * sqs.request,
    DynamoDB:
      amount * (writeUnits * dynamoDb.writeUnit + readUnits * dynamoDb.readUnit) +
      gigabytes * (dynamoDb.gbMonth + dynamoDb.gbMonthOfRecovery),
    'Secrets Manager': cold * sum(({ name, count }) => count * secretsOf[name]) * secretsManager.call,
    'CloudWatch logs': costOfLogs(
      amount * logBytes + sum(({ count }) => count) * platformLogBytes + requests * accessLogBytes,
    ),
  };
}

const names = ['receiver', 'worker', 'sweeper', 'mcp'] as const;

/** The secrets that a function reads when it starts. The receiver reads the bot token later, if it opens a form. */
const secretsOf = { receiver: 1, worker: 2, sweeper: 0, mcp: 0 } as const;

const costOfLogs = (bytes: number): number => (bytes / 1e9) * cloudWatch.logGb;

/** Returns the cost of `count` runs of a function. Less memory slows down work and loading, but not waiting. */
function costOfRuns(
  count: number,
  { ms, loadMs }: Pick<Runs, 'ms' | 'loadMs'> = { ms: 0, loadMs: 0 },
  memory: number,
  waitMs: number,
  cold: number,
): number {
  const slower = memoryOfOneProcessor / memory;
  const gbSeconds = (count * ((ms + cold * loadMs) * slower + waitMs) * memory) / 1024 / 1000;
  return gbSeconds * lambda.gbSecondArm64 + count * lambda.request;
}
