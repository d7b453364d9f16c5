import type { Facts } from '../../core/log.ts';

/** A CloudWatch metric, embedded in the log lines of certain events and computed from their facts. */
export interface Metric {
  /** The events that it is embedded in. */
  readonly on: readonly string[];
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** Value of the metric; undefined if this line does not count. */
  value(facts: Facts): number | undefined;
  /** Facts that are additional dimensions. CloudWatch bills each of their values as a metric. */
  readonly by?: readonly string[];
}

const always = () => 1;
const fact = (name: string) => (facts: Facts) => {
  const value = facts[name];
  return typeof value === 'number' ? value : undefined;
};

/** All metrics by name, which alarms and the dashboard refer to. Each has the dimension `bot`. */
export const metrics: Readonly<Record<string, Metric>> = {
  Jobs: { on: ['job done'], unit: 'Count', value: always, by: ['operation', 'outcome'] },
  JobTime: { on: ['job done'], unit: 'Milliseconds', value: fact('ms') },
  ToldLate: { on: ['job done'], unit: 'Count', value: ({ late }) => (late ? 1 : undefined) },
  ServiceCalls: { on: ['service call'], unit: 'Count', value: always, by: ['status_class'] },
  ServiceTime: { on: ['service call'], unit: 'Milliseconds', value: fact('ms'), by: ['status_class'] },
  HealthProblems: { on: ['health checked'], unit: 'Count', value: fact('problems') },
  LoginFailures: { on: ['login failed'], unit: 'Count', value: always },
  UnknownOutcomes: {
    on: ['recorded'],
    unit: 'Count',
    value: ({ entry }) => (entry === 'unknown' ? 1 : undefined),
  },
  ColdAcknowledgements: { on: ['acknowledged'], unit: 'Count', value: ({ cold }) => (cold ? 1 : undefined) },
  RequestsFailed: {
    on: ['not queued', 'listener failed', 'request failed'],
    unit: 'Count',
    value: always,
  },
  Calls: { on: ['call answered'], unit: 'Count', value: always, by: ['outcome'] },
  CallTime: { on: ['call answered'], unit: 'Milliseconds', value: fact('ms') },
  CallsLimited: {
    on: ['call answered'],
    unit: 'Count',
    value: ({ why }) => (why === 'limit' ? 1 : undefined),
  },
  Sweeps: { on: ['swept'], unit: 'Count', value: always },
  ApprovalsWaiting: { on: ['swept'], unit: 'Count', value: fact('waiting') },
  ApprovalsStuck: { on: ['swept'], unit: 'Count', value: fact('stuck') },
  OldestApproval: { on: ['swept'], unit: 'Seconds', value: fact('oldest_seconds') },
  SweepFailures: { on: ['sweep failed'], unit: 'Count', value: always },
  LeasesOverdue: { on: ['swept'], unit: 'Count', value: fact('overdue') },
};

/** CloudWatch namespace of the metrics. */
export const namespace = 'Skydesk';

/**
 * The fields that add an event's metrics to its log line, in CloudWatch's embedded metric format. Empty for an event
 * without metrics. `facts` must have `bot`; `now` is in milliseconds since 1970.
 */
export function embedded(event: string, facts: Facts, now: number): Readonly<Record<string, unknown>> {
  const found = Object.entries(metrics).flatMap(([name, metric]) => {
    const value = metric.on.includes(event) ? metric.value(facts) : undefined;
    return value === undefined ? [] : [{ name, metric, value }];
  });
  if (found.length === 0) return {};
  const CloudWatchMetrics = found.map(({ name, metric: { unit, by = [] } }) => ({
    Namespace: namespace,
    Dimensions: [
      ['bot'],
      ...by.filter((dimension) => dimension in facts).map((dimension) => ['bot', dimension]),
    ],
    Metrics: [{ Name: name, Unit: unit }],
  }));
  return {
    ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
    _aws: { Timestamp: now, CloudWatchMetrics },
  };
}
