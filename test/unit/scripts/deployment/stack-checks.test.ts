import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { skippedChecks, stackChecks } from '../../../../scripts/deployment/stack-checks.ts';
import type { Finding } from '../../../../src/answer/finding.ts';
import { type LogsAndTopics, startLogsAndTopics } from '../../../support/logs-and-topics.ts';
import { foundBy } from '../../health/stub.ts';

const topic = 'arn:aws:sns:eu-west-1:000000000000:skydesk-prod-alarms';
const ofStack = { AlarmsTopic: topic, WarningsTopic: topic };
const subscription = `${topic}:5d1c4a30-0000-4000-8000-000000000000`;
const minute = 60_000;
/** The clock of `foundBy` shows 0. */
const ago = (ms: number): number => -ms;

let aws: Awaited<ReturnType<typeof startLogsAndTopics>>;
beforeAll(async () => {
  aws = await startLogsAndTopics({ logGroup: '/aws/lambda/skydesk-prod-sweeper', topic });
});
beforeEach(() => {
  const login = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  for (const [name, value] of Object.entries({ ...login, ...aws.environment })) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => aws.close());

/** The findings of the check with this name. */
async function found(
  name: string,
  state: Partial<LogsAndTopics>,
  outputs: Readonly<Record<string, string>> = ofStack,
) {
  Object.assign(aws.state, state);
  const stack = { name: 'skydesk-prod', output: (output: string) => outputs[output] };
  const checks = stackChecks(stack).filter((check) => check.name === name);
  return (await Promise.all(checks.map((check) => foundBy(check, () => ({}))))).flat();
}

type Line = readonly [state: Finding['state'], message: string, next?: string | RegExp];
const lineOf = ([state, message, next]: Line) => ({
  state,
  message,
  ...(next !== undefined && { next: typeof next === 'string' ? next : expect.stringMatching(next) }),
});

const stopped: Line = [
  'wrong',
  'The sweeper hasn’t finished a run for ten minutes, so nothing starts, ends or expires by itself.',
  /^Enable its schedule: aws events enable-rule --name skydesk-prod-sweep\. .* aws logs tail \/aws\/lambda\/skydesk-prod-sweeper\./,
];

test.each(
  Object.entries<readonly [LogsAndTopics['logged'], ...Line]>({
    'of a minute ago is found behind the runs before it': [
      [
        ['swept', ago(5 * minute)],
        ['leases swept', ago(3 * minute)],
        ['swept', ago(minute)],
        ['sweep failed', ago(1000)],
      ],
      'ok',
      'The last one was 60 seconds ago.',
    ],
    'of nine minutes ago is late, but no failure yet': [
      [['swept', ago(9 * minute)]],
      'ok',
      'The last one was 9 minutes ago.',
    ],
    'of eleven minutes ago means that the sweeper stopped': [[['swept', ago(11 * minute)]], ...stopped],
    'is missing if each run failed before its end': [[['sweep failed', ago(minute)]], ...stopped],
    'is missing if nothing was logged': [[], ...stopped],
    'is unknown without a log': [
      undefined,
      'wrong',
      'The sweeper has no log, so it doesn’t run.',
      'Deploy again: the stack creates it.',
    ],
    'is skipped without the permission': [
      'AccessDeniedException',
      'not checked',
      'These AWS credentials can’t read the sweeper’s log.',
      /with these AWS permissions: logs:FilterLogEvents\.$/,
    ],
  }),
)('the last sweep %s', async (_, [logged, ...line]) => {
  expect(await found('Sweeps', { logged })).toEqual([lineOf(line)]);
});

const confirm = /^Open the link in the mail from AWS\. For another mail: aws sns subscribe /;
describe('alarms', () => {
  test.each(
    Object.entries<readonly [LogsAndTopics['subscriptions'], ...Line]>({
      'go to the people who confirmed': [[subscription, 'Deleted'], 'ok', 'The alarms go to 1 recipient.'],
      'go to no one while the only subscription waits': [
        ['PendingConfirmation'],
        'wrong',
        'No one receives the alarms: the subscription isn’t confirmed.',
        confirm,
      ],
      'go to some while others wait': [
        [subscription, 'PendingConfirmation'],
        'warning',
        '1 recipient of the alarms hasn’t confirmed the subscription.',
        confirm,
      ],
      'go to no one without a subscription, which is allowed': [
        ['Deleted'],
        'warning',
        'No one receives the alarms.',
        /^Subscribe: aws sns subscribe .* output AlarmsTopic\.$/,
      ],
      'go nowhere without their topic': [
        undefined,
        'wrong',
        'The topic of the alarms doesn’t exist.',
        'Deploy again: the stack creates it.',
      ],
      'are skipped without the permission': [
        'AuthorizationError',
        'not checked',
        'These AWS credentials can’t see who receives the alarms.',
        /with these AWS permissions: sns:ListSubscriptionsByTopic\.$/,
      ],
    }),
  )('%s', async (_, [subscriptions, ...line]) => {
    const findings = await found('Alarm recipients', { subscriptions });
    expect(findings).toEqual([lineOf(line)]);
    expect(JSON.stringify(findings)).not.toContain('000000000000');
  });

  test('that can wait have recipients of their own', async () => {
    const state = { subscriptions: ['Deleted'] };
    expect(await found('Warning recipients', state)).toEqual([
      lineOf(['warning', 'No one receives the warnings.', /output WarningsTopic\.$/]),
    ]);
    expect(await found('Warning recipients', {}, { AlarmsTopic: topic })).toEqual([
      lineOf(['not checked', 'The stack has no output WarningsTopic.', 'Deploy it once more.']),
    ]);
  });

  test('are skipped for a stack that does not name the topic', async () => {
    expect(await found('Alarm recipients', {}, { WarningsTopic: topic })).toEqual([
      lineOf(['not checked', 'The stack has no output AlarmsTopic.', 'Deploy it once more.']),
    ]);
  });
});

test.each<[version: string | undefined, ...line: Line]>([
  ['1.0.0+56bed262', 'ok', 'Skydesk 1.0.0+56bed262 is deployed.'],
  [undefined, 'not checked', 'The stack skydesk-prod doesn’t name its version.', 'Deploy it once more.'],
])('the version of a stack whose output is %s', async (version, ...line) => {
  expect(await found('Version', {}, version ? { Version: version } : {})).toEqual([lineOf(line)]);
});

test('without a deployment all four are skipped, with the reason', async () => {
  const findings = await Promise.all(skippedChecks.map((check) => foundBy(check, () => ({}))));
  expect(findings.flat()).toEqual(
    Array(4).fill(
      lineOf(['not checked', 'No deployment is named.', /^Name it: npm run doctor -- --stage STAGE\./]),
    ),
  );
});
