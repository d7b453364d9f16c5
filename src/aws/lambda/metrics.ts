import type { Instant } from '../../core/clock.ts';
import type { Facts } from '../../core/log.ts';

/** A CloudWatch metric that counts something, embedded in the log lines of certain events. */
interface Metric {
  /** The events whose log lines contain it. */
  readonly on: readonly string[];
  /**
   * Returns the value that a log line adds, from its facts. 0 is omitted: CloudWatch charges each hour in which a metric occurs.
   */
  count(facts: Facts): number;
}

const each = () => 1;
const fact =
  (name: string) =>
  ({ [name]: value }: Facts): number =>
    typeof value === 'number' ? value : 0;

/**
 * All metrics by name, with the dimension `bot`. Each has an alarm; the dashboard reads everything else from the log lines. All
 * but `Sweeps` occur only if something is wrong.
 */
export const metrics: Readonly<Record<string, Metric>> = {
  HealthProblems: { on: ['health checked'], count: fact('problems') },
  LoginFailures: { on: ['login failed'], count: each },
  UnknownOutcomes: { on: ['recorded'], count: ({ entry }) => (entry === 'unknown' ? 1 : 0) },
  RequestsFailed: { on: ['not queued', 'listener failed', 'request failed'], count: each },
  CallsLimited: { on: ['call answered'], count: ({ why }) => (why === 'limit' ? 1 : 0) },
  Sweeps: { on: ['swept'], count: each },
  ApprovalsStuck: { on: ['swept'], count: fact('stuck') },
  SweepFailures: { on: ['sweep failed'], count: each },
  EntriesOverwritten: { on: ['entry overwritten'], count: each },
  LeasesOverdue: { on: ['swept'], count: fact('overdue') },
};

export const namespace = 'Skydesk';

/**
 * Returns the fields that add an event's metrics to its log line, in CloudWatch's embedded metric format. Empty for an event
 * without metrics. `facts` must contain `bot`.
 */
export function embedded(event: string, facts: Facts, now: Instant): Readonly<Record<string, unknown>> {
  const found = Object.entries(metrics).flatMap(([name, { on, count }]) => {
    const value = on.includes(event) ? count(facts) : 0;
    return value === 0 ? [] : [[name, value] as const];
  });
  if (found.length === 0) return {};
  const Metrics = found.map(([Name]) => ({ Name, Unit: 'Count' }));
  return {
    ...Object.fromEntries(found),
    _aws: { Timestamp: now, CloudWatchMetrics: [{ Namespace: namespace, Dimensions: [['bot']], Metrics }] },
  };
}
