import { describe, expect, test } from 'vitest';
import { embedded, metrics } from '../../../../src/aws/lambda/metrics.ts';

const bot = 'skydesk-prod';

/** The metrics that CloudWatch reads from a line: name, value and dimensions. */
function read(event: string, facts: Parameters<typeof embedded>[1]) {
  const { _aws: aws, ...values } = embedded(event, facts, 1);
  const { CloudWatchMetrics: found = [] } = Object(aws);
  return found.flatMap(({ Dimensions, Metrics }: { Dimensions: string[][]; Metrics: { Name: string }[] }) =>
    Metrics.map(({ Name }) => [Name, values[Name], Dimensions.map((set) => set.join())]),
  );
}

describe('a line carries', () => {
  const done = { bot, operation: 'alert.list', outcome: 'answered' };
  test.each([
    [
      'a job that ended, and how long it took',
      'job done',
      { ...done, late: false, ms: 120 },
      [
        ['Jobs', 1, ['bot', 'bot,operation', 'bot,outcome']],
        ['JobTime', 120, ['bot']],
      ],
    ],
    [
      'a job that another worker did and this one told of; nobody knows how long that took',
      'job done',
      { ...done, late: true },
      [
        ['Jobs', 1, ['bot', 'bot,operation', 'bot,outcome']],
        ['ToldLate', 1, ['bot']],
      ],
    ],
    [
      'a call of the service',
      'service call',
      { bot, status_class: '5xx', status: 503, ms: 9 },
      [
        ['ServiceCalls', 1, ['bot', 'bot,status_class']],
        ['ServiceTime', 9, ['bot', 'bot,status_class']],
      ],
    ],
    [
      'an outcome that nobody knows',
      'recorded',
      { bot, entry: 'unknown' },
      [['UnknownOutcomes', 1, ['bot']]],
    ],
    [
      'an acknowledgement that was cold',
      'acknowledged',
      { bot, status: 200, ms: 9, cold: true },
      [['ColdAcknowledgements', 1, ['bot']]],
    ],
    ['nothing of one that was not', 'acknowledged', { bot, status: 200, ms: 9 }, []],
    ['nothing of an outcome that is known', 'recorded', { bot, entry: 'applied' }, []],
    ['a login that failed', 'login failed', { bot, why: 'refused' }, [['LoginFailures', 1, ['bot']]]],
    ['what could not be taken', 'not queued', { bot, error: 'AwsError' }, [['RequestsFailed', 1, ['bot']]]],
    [
      'what waits',
      'swept',
      { bot, waiting: 2, overdue: 0, failures: 0, stuck: 1, oldest_seconds: 90 },
      [
        ['Sweeps', 1, ['bot']],
        ['ApprovalsWaiting', 2, ['bot']],
        ['ApprovalsStuck', 1, ['bot']],
        ['OldestApproval', 90, ['bot']],
        ['LeasesOverdue', 0, ['bot']],
      ],
    ],
    [
      'what should have ended',
      'swept',
      { bot, waiting: 0, overdue: 1, failures: 0, stuck: 0, oldest_seconds: 0 },
      [
        ['Sweeps', 1, ['bot']],
        ['ApprovalsWaiting', 0, ['bot']],
        ['ApprovalsStuck', 0, ['bot']],
        ['OldestApproval', 0, ['bot']],
        ['LeasesOverdue', 1, ['bot']],
      ],
    ],
    [
      'a call of an agent, by its outcome',
      'call answered',
      { bot, outcome: 'preview', ms: 90 },
      [
        ['Calls', 1, ['bot', 'bot,outcome']],
        ['CallTime', 90, ['bot']],
      ],
    ],
    [
      'a call over the limit of its person',
      'call answered',
      { bot, outcome: 'refused', why: 'limit', ms: 9 },
      [
        ['Calls', 1, ['bot', 'bot,outcome']],
        ['CallTime', 9, ['bot']],
        ['CallsLimited', 1, ['bot']],
      ],
    ],
    ['nothing, when nothing is counted', 'acknowledged', { bot, ms: 3 }, []],
  ])('%s', (_, event, facts, expected) => {
    expect(read(event, facts)).toEqual(expected);
  });
});

test('every metric can be reached, and its name is no field of a line', () => {
  for (const [name, { on }] of Object.entries(metrics)) {
    expect(on.length).toBeGreaterThan(0);
    expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  }
});

test('the format is that of CloudWatch', () => {
  expect(embedded('swept', { bot, waiting: 1 }, 1_763_000_000_000)).toMatchObject({
    ApprovalsWaiting: 1,
    _aws: {
      Timestamp: 1_763_000_000_000,
      CloudWatchMetrics: expect.arrayContaining([
        {
          Namespace: 'Skydesk',
          Dimensions: [['bot']],
          Metrics: [{ Name: 'ApprovalsWaiting', Unit: 'Count' }],
        },
      ]),
    },
  });
});
