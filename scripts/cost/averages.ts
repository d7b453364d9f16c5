import type { Action, Invocation } from '../../local/aws/index.ts';

/** Invocations of a function per command or call, and milliseconds of work and of loading for each. */
export interface RunAverages {
  readonly times: number;
  readonly ms: number;
  readonly loadMs: number;
}

/** Averages of what a command or a call uses. */
export interface Usage {
  readonly tableCalls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly serviceCalls: number;
  readonly slackCalls: number;
  readonly logBytes: number;
}

const tableActions: readonly Action[] = [
  'DynamoDB.PutItem',
  'DynamoDB.UpdateItem',
  'DynamoDB.TransactWriteItems',
  'DynamoDB.GetItem',
  'DynamoDB.Query',
];

/**
 * What was read and written in the table, from how often each action was called. Units are those that AWS charges: those of a transaction
 * depend on how many items it writes.
 */
export const tableUse = (calls: (action: Action) => number, unitsOfTransaction = 6) => ({
  tableCalls: tableActions.reduce((sum, action) => sum + calls(action), 0),
  writeUnits:
    calls('DynamoDB.PutItem') +
    2 * calls('DynamoDB.UpdateItem') +
    unitsOfTransaction * calls('DynamoDB.TransactWriteItems'),
  readUnits: calls('DynamoDB.GetItem') + calls('DynamoDB.Query'),
});

/** Size of log lines, in characters with their line breaks. */
export const sizeOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.length + 1, 0);

/** How many calls of Slack log lines report. */
export const slackCallsIn = (lines: readonly string[]): number =>
  lines.filter((line) => line.includes('"slack call"')).length;

/** Averages of the runs of a function, for each of `per` commands or calls. */
export function average(ran: readonly Invocation[], name: string, per: number): RunAverages {
  const own = ran.filter((invocation) => invocation.function === name);
  const warm = own.filter(({ initMs }) => initMs === undefined);
  const loads = own.flatMap(({ initMs }) => initMs ?? []);
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / Math.max(1, of.length);
  return {
    times: own.length / per,
    ms: mean(warm.map(({ durationMs }) => durationMs)),
    loadMs: mean(loads),
  };
}

interface Embedded {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly { readonly Metrics: readonly { readonly Name: string }[] }[];
  };
}

/** How many metrics lines hold. */
export function metricsOn(lines: readonly string[]): number {
  const found = lines.flatMap((text) => {
    const { _aws }: Embedded = JSON.parse(text);
    return (_aws?.CloudWatchMetrics ?? []).flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name));
  });
  return new Set(found).size;
}
