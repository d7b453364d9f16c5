import type { Facts } from '../../core/log.ts';

/** A number that CloudWatch keeps. It stands on the log line of an event, and is read from the facts of that line. */
export interface Metric {
  readonly on: readonly string[];
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** Undefined where this line does not count. */
  value(facts: Facts): number | undefined;
  /** Facts by each of which it is kept as well. Each of their values is a metric that is paid for. */
  readonly by?: readonly string[];
}

const one = () => 1;
const fact = (name: string) => (facts: Facts) => {
  const value = facts[name];
  return typeof value === 'number' ? value : undefined;
};

/** All metrics by name. Each is kept for the bot as a whole; alarms and the dashboard name them. */
export const metrics: Readonly<Record<string, Metric>> = {
  Jobs: { on: ['job done'], unit: 'Count', value: one, by: ['operation', 'outcome'] },
  JobTime: { on: ['job done'], unit: 'Milliseconds', value: fact('ms') },
  ToldLate: { on: ['job done'], unit: 'Count', value: ({ late }) => (late ? 1 : undefined) },
  ServiceCalls: { on: ['service call'], unit: 'Count', value: one, by: ['status_class'] },
  ServiceTime: { on: ['service call'], unit: 'Milliseconds', value: fact('ms'), by: ['status_class'] },
  LoginFailures: { on: ['login failed'], unit: 'Count', value: one },
  UnknownOutcomes: {
    on: ['recorded'],
    unit: 'Count',
    value: ({ entry }) => (entry === 'unknown' ? 1 : undefined),
  },
  ColdAcknowledgements: { on: ['acknowledged'], unit: 'Count', value: ({ cold }) => (cold ? 1 : undefined) },
  RequestsFailed: {
    on: ['not queued', 'listener failed', 'request failed'],
    unit: 'Count',
    value: one,
  },
  Sweeps: { on: ['swept'], unit: 'Count', value: one },
  ApprovalsWaiting: { on: ['swept'], unit: 'Count', value: fact('waiting') },
  ApprovalsStuck: { on: ['swept'], unit: 'Count', value: fact('stuck') },
  OldestApproval: { on: ['swept'], unit: 'Seconds', value: fact('oldest_seconds') },
};

/** Where CloudWatch keeps them. */
export const namespace = 'Skydesk';

/**
 * What makes a log line carry its metrics, in CloudWatch's embedded metric format: their values, and under `_aws`
 * which they are. Nothing for an event that has none. `facts` has to hold `bot`.
 */
export function embedded(event: string, facts: Facts, now: number): Readonly<Record<string, unknown>> {
  const found = Object.entries(metrics).flatMap(([name, metric]) => {
    const value = metric.on.includes(event) ? metric.value(facts) : undefined;
    return value === undefined ? [] : [{ name, metric, value }];
  });
  if (found.length === 0) return {};
  const CloudWatchMetrics = found.map(({ name, metric: { unit, by = [] } }) => ({
    Namespace: namespace,
    Dimensions: [['bot'], ...by.filter((each) => each in facts).map((each) => ['bot', each])],
    Metrics: [{ Name: name, Unit: unit }],
  }));
  return {
    ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
    _aws: { Timestamp: now, CloudWatchMetrics },
  };
}
