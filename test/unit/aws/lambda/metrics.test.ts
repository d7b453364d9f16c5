import { expect, test } from 'vitest';
import { embedded, metrics } from '../../../../src/aws/lambda/metrics.ts';

const bot = 'skydesk-prod';
const swept = { bot, due: 2, overdue: 0, failures: 0, stuck: 0, oldest_seconds: 0 };

/** The metrics that CloudWatch reads from a line. */
function read(event: string, facts: Parameters<typeof embedded>[1]) {
  const { _aws: _, ...values } = embedded(event, facts, 1);
  return values;
}

test.each([
  ['an unknown outcome', 'recorded', { bot, entry: 'unknown' }, { UnknownOutcomes: 1 }],
  ['nothing about a known outcome', 'recorded', { bot, entry: 'applied' }, {}],
  ['a login that failed', 'login failed', { bot, why: 'refused' }, { LoginFailures: 1 }],
  ['a request that could not be queued', 'not queued', { bot, error: 'AwsError' }, { RequestsFailed: 1 }],
  ['problems that the health check found', 'health checked', { bot, problems: 2 }, { HealthProblems: 2 }],
  ['nothing about a health check without problems', 'health checked', { bot, problems: 0 }, {}],
  ['a sweep', 'swept', swept, { Sweeps: 1 }],
  ['what is stuck', 'swept', { ...swept, stuck: 1 }, { Sweeps: 1, ApprovalsStuck: 1 }],
  ['what should have ended', 'swept', { ...swept, overdue: 3 }, { Sweeps: 1, LeasesOverdue: 3 }],
  ['an entry that was overwritten', 'entry overwritten', { bot, seq: 7 }, { EntriesOverwritten: 1 }],
  [
    'a call over the person’s limit',
    'call answered',
    { bot, outcome: 'refused', why: 'limit', ms: 9 },
    { CallsLimited: 1 },
  ],
  ['nothing that no alarm watches', 'job done', { bot, outcome: 'answered', late: false, ms: 120 }, {}],
])('a line carries %s', (_, event, facts, expected) => {
  expect(read(event, facts)).toEqual(expected);
});

test('each metric has a log line that sets it, and no field of a line has its name', () => {
  for (const [name, { on }] of Object.entries(metrics)) {
    expect(on.length).toBeGreaterThan(0);
    expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  }
});

test('the format is that of CloudWatch', () => {
  expect(embedded('swept', { ...swept, stuck: 1 }, 1_763_000_000_000)).toEqual({
    Sweeps: 1,
    ApprovalsStuck: 1,
    _aws: {
      Timestamp: 1_763_000_000_000,
      CloudWatchMetrics: [
        {
          Namespace: 'Skydesk',
          Dimensions: [['bot']],
          Metrics: [
            { Name: 'Sweeps', Unit: 'Count' },
            { Name: 'ApprovalsStuck', Unit: 'Count' },
          ],
        },
      ],
    },
  });
});
