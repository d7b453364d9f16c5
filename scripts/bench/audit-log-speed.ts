import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Aws, localClientConfig, startAws } from '../../local/aws/index.ts';
import { auditLogIn } from '../../src/aws/sdk/audit-log-store.ts';
import { tableIn } from '../../src/aws/sdk/dynamodb.ts';
import type { AuditEntry, AuditLog } from '../../src/change/model/audit-log.ts';
import { figure, medianOf, quantile, table } from '../derived/figures.ts';
import type { Section } from './budgets.ts';

/** As in serverless.yml: five workers with five jobs each. Each job logs four entries: 100 in all, as a change of 50 steps does. */
const workers = 5;
const batchSize = 5;
const entriesOfJob = 4;

/** Duration of a DynamoDB transaction. */
const delay = { kind: 'delay', ms: 8 } as const;

/** Agents' requests per second, with an audit log entry each: the default of `mcpRate`, and twenty times as many. */
const agentRates = [0, 0.5, 10];

const columns = ['calls of agents a second', 'entries a second', 'ms for an entry, median', 'p95', 'maximum'];

/** Times the entries of `bursts` of 25 jobs in five workers each, while agents write to the audit log of that account as well. */
export async function auditLogWriters(bursts: number): Promise<Section> {
  const aws = await startAws();
  try {
    await burst(aws, 0);
    const rows: number[][] = [];
    for (const agentRate of agentRates) {
      const runs = [];
      for (let run = 0; run < bursts; run += 1) runs.push(await burst(aws, agentRate));
      const ms = runs.flatMap((run) => run.ms);
      const perSecond = medianOf(runs.map((run) => run.perSecond));
      rows.push([agentRate, perSecond, medianOf(ms), quantile(ms, 0.95), Math.max(...ms)]);
    }
    const slowest = Math.min(...rows.map(([, perSecond = 0]) => perSecond));
    const what =
      'Time for 60 entries of an account’s audit log, by 25 jobs in five workers while agents call';
    const text = table(
      columns,
      rows.map((row) => row.map(figure)),
    );
    return { text, budgets: [[what, 60 / slowest, 1, 's']] };
  } finally {
    await aws.close();
  }
}

/** Returns the milliseconds of each entry of a burst, and the number written per second. */
async function burst(aws: Aws, agentRate: number) {
  aws.faults.next('DynamoDB.TransactWriteItems', delay, Number.POSITIVE_INFINITY);
  const ms: number[] = [];
  const ended = new AbortController();
  const agents = agentRate > 0 ? agentsUntil(ended.signal, auditLogFor(aws), 1_000 / agentRate) : undefined;
  const started = performance.now();
  const work = async (): Promise<void> => {
    const auditLog = auditLogFor(aws);
    const append = async (): Promise<void> => {
      const begun = performance.now();
      await auditLog.append(entry('requested'), 'job');
      ms.push(performance.now() - begun);
    };
    for (let number = 0; number < entriesOfJob; number += 1) await times(batchSize, append);
  };
  await times(workers, work);
  const perSecond = (ms.length * 1_000) / (performance.now() - started);
  ended.abort();
  await agents;
  await aws.clear();
  aws.faults.clear();
  return { ms, perSecond };
}

const times = (count: number, act: () => Promise<void>) => Promise.all(Array.from({ length: count }, act));

async function agentsUntil(ended: AbortSignal, auditLog: AuditLog, everyMs: number): Promise<void> {
  while (!ended.aborted) {
    await auditLog.append(entry('called'), 'call');
    await pause(everyMs, undefined, { signal: ended }).catch(() => {});
  }
}

/** Opens an audit log as a separate process would: each knows only its own writes. */
function auditLogFor({ environment, region, tableName }: Aws): AuditLog {
  const { AWS_ENDPOINT_URL_DYNAMODB: url = '' } = environment;
  return auditLogIn(tableIn(new DynamoDBClient(localClientConfig(url, region)), tableName));
}

const entry = (event: AuditEntry['event']): AuditEntry => ({
  account: 'ACME',
  at: Date.now(),
  event,
  person: 'U0ANA',
  operation: 'alert.create',
  title: 'Create alert policy Disk 80',
  targets: [],
  request: randomUUID(),
});
