import { CloudWatchLogsClient, paginateFilterLogEvents } from '@aws-sdk/client-cloudwatch-logs';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { count } from '../../src/answer/answer.ts';
import { clientConfig, sdkCall } from '../../src/aws/sdk/client-config.ts';
import { asEngineer, unless } from '../../src/health/checks/check-aws.ts';
import { asking } from '../../src/health/probes/aws-probe.ts';
import { type Check, ok, unchecked, warning, wrong } from '../../src/health/probes/check.ts';

export interface CheckedStack {
  /** Name of the stack: "skydesk-prod". */
  readonly name: string;
  /** Returns an output of the stack; undefined if it has none of that name. */
  output(name: string): string | undefined;
}

/** A topic of alarms: how its check is called, the output that names it, and how sentences call what it gets. */
interface Topic {
  readonly check: string;
  readonly output: string;
  readonly what: string;
}

const versionCheck = 'Version';
const sweepsCheck = 'Sweeps';
const topics: readonly Topic[] = [
  { check: 'Alarm recipients', output: 'AlarmsTopic', what: 'alarms' },
  { check: 'Warning recipients', output: 'WarningsTopic', what: 'warnings' },
];

/** Returns the checks of a deployment that its own functions can't make: their roles allow neither call. */
export const stackChecks = (stack: CheckedStack): readonly Check[] => [
  version(stack),
  sweeps(stack),
  ...topics.map((topic) => recipientsOf(topic, stack)),
];

/** Replaces these checks if no deployment is named. */
export const skippedChecks: readonly Check[] = [
  versionCheck,
  sweepsCheck,
  ...topics.map(({ check }) => check),
].map((name) => ({
  name,
  system: 'AWS',
  run: async () => [
    unchecked(
      'No deployment is named.',
      'Name it: npm run doctor -- --stage STAGE. Its stack has the names.',
    ),
  ],
}));

const version = ({ name, output }: CheckedStack): Check => ({
  name: versionCheck,
  system: 'AWS',
  run: async () => {
    const deployed = output('Version');
    return [
      deployed
        ? ok(`Skydesk ${deployed} is deployed.`)
        : unchecked(`The stack ${name} doesn’t name its version.`, 'Deploy it once more.'),
    ];
  },
});

/** Maximum time since the last sweep, in milliseconds, as in the alarm SweeperStopped. A sweep runs every four minutes. */
const maxSilence = 10 * 60_000;

const sweeps = ({ name }: CheckedStack): Check => ({
  name: sweepsCheck,
  system: 'CloudWatch Logs',
  run: ({ clock }) => {
    const now = clock();
    const logGroup = `/aws/lambda/${name}-sweeper`;
    return unless(
      () => asking(() => sdkCall(lastSweep(logGroup, now - maxSilence))),
      {
        missing: wrong('The sweeper has no log, so it doesn’t run.', 'Deploy again: the stack creates it.'),
        denied: unchecked(
          'These AWS credentials can’t read the sweeper’s log.',
          asEngineer('logs:FilterLogEvents'),
        ),
      },
      (at) => [
        at === undefined
          ? wrong(
              'The sweeper hasn’t finished a run for ten minutes, so nothing starts, ends or expires by itself.',
              `Enable its schedule: aws events enable-rule --name ${name}-sweep. If it is enabled, the log says why: aws logs tail ${logGroup}. After the first deployment, wait four minutes.`,
            )
          : ok(`The last one was ${ago(now - at)} ago.`),
      ],
    );
  },
});

const ago = (ms: number): string =>
  ms < 90_000 ? count(Math.max(0, Math.round(ms / 1000)), 'second') : `${Math.round(ms / 60_000)} minutes`;

/** Returns the end of the sweeper's last run, in milliseconds since 1970; undefined if there is none after `startTime`. */
async function lastSweep(logGroupName: string, startTime: number): Promise<number | undefined> {
  const query = { logGroupName, startTime, filterPattern: '{ $.message = "swept" }' };
  const client = new CloudWatchLogsClient(clientConfig());
  const pages = await Array.fromAsync(paginateFilterLogEvents({ client }, query));
  const times = pages.flatMap(({ events = [] }) => events.map(({ timestamp = startTime }) => timestamp));
  return times.length === 0 ? undefined : Math.max(...times);
}

const recipientsOf = ({ check, output, what }: Topic, stack: CheckedStack): Check => ({
  name: check,
  system: 'SNS',
  run: async () => {
    const topic = stack.output(output);
    if (!topic) return [unchecked(`The stack has no output ${output}.`, 'Deploy it once more.')];
    const subscribe = `aws sns subscribe --topic-arn TOPIC --protocol email --notification-endpoint ADDRESS, where TOPIC is the stack’s output ${output}`;
    return unless(
      () => asking(() => sdkCall(recipients(topic))),
      {
        missing: wrong(`The topic of the ${what} doesn’t exist.`, 'Deploy again: the stack creates it.'),
        denied: unchecked(
          `These AWS credentials can’t see who receives the ${what}.`,
          asEngineer('sns:ListSubscriptionsByTopic'),
        ),
      },
      ({ confirmed, pending }) => {
        const confirm = `Open the link in the mail from AWS. For another mail: ${subscribe}.`;
        if (confirmed === 0 && pending > 0)
          return [wrong(`No one receives the ${what}: the subscription isn’t confirmed.`, confirm)];
        if (confirmed === 0) return [warning(`No one receives the ${what}.`, `Subscribe: ${subscribe}.`)];
        return [
          pending > 0
            ? warning(
                `${count(pending, 'recipient')} of the ${what} ${pending === 1 ? 'hasn’t' : 'haven’t'} confirmed the subscription.`,
                confirm,
              )
            : ok(`The ${what} go to ${count(confirmed, 'recipient')}.`),
        ];
      },
    );
  },
});

/** Counts the subscriptions of a topic. Deleted ones, which SNS lists for a while, don't count. */
async function recipients(TopicArn: string) {
  const client = new SNSClient(clientConfig());
  const pages = await Array.fromAsync(paginateListSubscriptionsByTopic({ client }, { TopicArn }));
  const states = pages.flatMap(({ Subscriptions = [] }) =>
    Subscriptions.map(({ SubscriptionArn = 'Deleted' }) => SubscriptionArn),
  );
  const pending = states.filter((state) => state === 'PendingConfirmation').length;
  return { pending, confirmed: states.filter((state) => state.startsWith('arn:')).length };
}
