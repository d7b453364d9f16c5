import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Aws, localClientConfig, startAws } from '../../local/aws/index.ts';
import { auditLogIn } from '../../src/aws/sdk/audit-log-store.ts';
import { tableIn } from '../../src/aws/sdk/dynamodb.ts';
import type { AuditEntry, AuditLog } from '../../src/change/model/audit-log.ts';
import { figure, medianOf, quantile, table } from '../derived/figures.ts';

/** As in serverless.yml. */
const workers = 5;
const batchSize = 5;

/** Duration of a DynamoDB transaction, in milliseconds. */
const transactionMs = 8;

/** Agents' requests per second, with an audit log entry each: the default of `mcpRate`, and twenty times as many. */
const agentRates = [0, 0.5, 10];

/** Entries of each of the 25 jobs of a burst: 100 in all, as a change of 50 steps logs them. */
const entriesOfJob = 4;

/** Times the entries of `bursts` of 25 jobs in five workers each, while agents write to the audit log of that account as well. */
export async function auditLogWriters(
  bursts: number,
): Promise<{ readonly text: string; readonly perSecond: number }> {
  const aws = await startAws();
  try {
    await written(aws, 0);
    const rows: string[][] = [];
    const rates: number[] = [];
    for (const agentRate of agentRates) {
      const runs = [];
      for (let burst = 0; burst < bursts; burst += 1) runs.push(await written(aws, agentRate));
      const perSecond = medianOf(runs.map((run) => run.perSecond));
      const ms = runs.flatMap((run) => run.ms);
      rates.push(perSecond);
      rows.push([agentRate, perSecond, medianOf(ms), quantile(ms, 0.95), Math.max(...ms)].map(figure));
    }
    const columns = [
      'calls of agents a second',
      'entries a second',
      'ms for an entry, median',
      'p95',
      'maximum',
    ];
    return { text: table(columns, rows), perSecond: Math.min(...rates) };
  } finally {
    await aws.close();
  }
}

/** Returns the milliseconds of each entry of a burst, and the number written per second. */
async function written(aws: Aws, agentRate: number) {
  aws.faults.next(
    'DynamoDB.TransactWriteItems',
    { kind: 'delay', ms: transactionMs },
    Number.POSITIVE_INFINITY,
  );
  const ms: number[] = [];
  const ended = new AbortController();
  const agents = agentRate > 0 ? agentsUntil(ended.signal, auditLogFor(aws), 1_000 / agentRate) : undefined;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const auditLog = auditLogFor(aws);
      for (let number = 0; number < entriesOfJob; number += 1)
        await Promise.all(
          Array.from({ length: batchSize }, async () => {
            const begun = performance.now();
            await auditLog.append(entry('requested'), 'job');
            ms.push(performance.now() - begun);
          }),
        );
    }),
  );
  const perSecond = (ms.length * 1_000) / (performance.now() - started);
  ended.abort();
  await agents;
  await aws.clear();
  aws.faults.clear();
  return { ms, perSecond };
}

async function agentsUntil(ended: AbortSignal, auditLog: AuditLog, everyMs: number): Promise<void> {
  while (!ended.aborted) {
    await auditLog.append(entry('called'), 'call');
    await pause(everyMs, undefined, { signal: ended }).catch(() => {});
  }
}

/** Opens an audit log as a separate process would: each knows only its own writes. */
const auditLogFor = ({ environment, region, tableName }: Aws): AuditLog =>
  auditLogIn(
    tableIn(
      new DynamoDBClient(localClientConfig(environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', region)),
      tableName,
    ),
  );

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
