import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { localClientConfig } from '../../../local/aws/index.ts';
import { credentialsOf } from '../../../local/cloud/index.ts';
import { messagesCheck, type Sample } from '../../../local/doctor/check-messages.ts';
import { samplesOf } from '../../../local/doctor/samples.ts';
import type { Probes } from '../../../src/health/probes/probes.ts';
import { runChecks } from '../../../src/health/run-checks.ts';
import { request } from '../../../src/http/request.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { probesFor } from '../../../src/wiring/doctor-probes.ts';
import { allScopes, type DoctorFixture, fixtureSecrets, startDoctorFixture } from './fixtures.ts';
import type { EndpointState } from './sample-mcp.ts';

/** Overrides of the fixture for the doctor. */
interface Overrides {
  readonly environment?: Probes['environment'];
  readonly policy?: Probes['policy'];
  /** Error of the clock, in milliseconds. */
  readonly clockOff?: number;
}

/** Breaks one thing of a fixture in which everything is in order. */
type Scenario = (fixture: DoctorFixture) => Overrides | undefined | Promise<Overrides | undefined>;

const tokenSecret = 'skydesk/slack-token';
const serviceSecret = 'skydesk/service';

/** Breaks a part, and leaves the doctor with the fixture's own probes. */
const broken =
  (act: (fixture: DoctorFixture) => unknown): Scenario =>
  async (fixture) => {
    await act(fixture);
    return undefined;
  };

const without =
  (name: string): Scenario =>
  ({ environment: { [name]: _, ...rest } }) => ({ environment: rest });
const set =
  (name: string, value: (fixture: DoctorFixture) => string): Scenario =>
  (fixture) => ({ environment: { ...fixture.environment, [name]: value(fixture) } });
const secret = (id: string, content: unknown): Scenario => broken(({ aws }) => aws.secrets.put(id, content));
const withPolicy =
  (change: (policy: Policy) => Partial<Policy>): Scenario =>
  ({ policy }) => ({ policy: { read: { ...policy, ...change(policy) } } });
const channel = (name: string): Scenario =>
  withPolicy(({ approvals }) => ({ approvals: { ...approvals, channel: name } }));
const approvedBy = (...approve: string[]): Scenario =>
  withPolicy(({ people }) => ({ people: { ...people, approve } }));
const slackFault = (fault: Parameters<DoctorFixture['slack']['fault']>[0]): Scenario =>
  broken(({ slack }) => slack.fault(fault));
const scopes = (granted: readonly string[]): Scenario => broken(({ slack }) => slack.grant(granted));
const withoutScope = (name: string): Scenario => scopes(allScopes.filter((scope) => scope !== name));
const denied = (...actions: Parameters<DoctorFixture['aws']['faults']['next']>[0][]): Scenario =>
  broken(({ aws }) => {
    for (const action of actions)
      aws.faults.next(action, { kind: 'refuse', type: 'AccessDeniedException' }, 100);
  });
const endpoint = (state: EndpointState): Scenario =>
  broken(({ mcp }) => {
    mcp.state = state;
  });

/** DynamoDB answers with this. */
const dynamoAnswers = (action: string, body: object): Scenario =>
  broken(({ aws }) => aws.faults.next(`DynamoDB.${action}`, { kind: 'answer', body }, 100));

/** All faults for which the doctor has a finding, by name. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'a variable is missing': without('TABLE_NAME'),
  'a variable is no address': set('SERVICE_BASE_URL', () => 'api.example.com'),
  'a variable holds a secret': set('SLACK_TOKEN_SECRET_ID', () => fixtureSecrets.botToken),
  'a secret is missing': set('SLACK_TOKEN_SECRET_ID', () => 'skydesk/nothing'),
  'the signing secret is missing': set('SLACK_SIGNING_SECRET_ID', () => 'skydesk/nothing'),
  'a secret is not JSON': secret(tokenSecret, `token ${fixtureSecrets.botToken}`),
  'a secret lacks something': secret(serviceSecret, { password: fixtureSecrets.password }),
  'a secret holds another kind of token': secret(tokenSecret, { botToken: 'xoxp-1234-very-secret' }),
  'a secret may not be read': denied('SecretsManager.GetSecretValue'),
  'policy.json is broken': () => ({ policy: { problems: ['policy.json:3: people must be an object'] } }),
  'the token is revoked': slackFault({ method: '*', error: 'token_revoked' }),
  'a scope is missing': withoutScope('files:write'),
  'the scope for the channel is missing': withoutScope('channels:read'),
  'a scope is too much': scopes([...allScopes, 'channels:history']),
  'the workspace is another': withPolicy(() => ({ workspace: 'T0OTHER' })),
  'the channel is missing': channel('#nowhere'),
  'the channel is missing, by id': channel('C0NOWHERE'),
  'the bot is not in the channel': channel('#general'),
  'the bot is not in the channel, by id': channel('C0GENERAL'),
  'a private channel does not show itself': channel('#war-room'),
  'a user group is unknown': withPolicy(({ people }) => ({ people: { ...people, change: ['S0NOBODY'] } })),
  'a user group is empty': (fixture) => {
    fixture.slack.setGroupMembers('S0OPERATORS', []);
    return withPolicy(({ people }) => ({ people: { ...people, read: ['S0OPERATORS'] } }))(fixture);
  },
  'a person is a guest': withPolicy(({ people }) => ({
    people: { ...people, read: ['*', 'U0GUS', 'U0NOBODY'] },
  })),
  'a user group is too small without the requester': approvedBy('S0APPROVERS'),
  'a user group is too small without its guests': (fixture) => {
    fixture.slack.setGroupMembers('S0APPROVERS', ['ben', 'cora', 'gus']);
    return approvedBy('S0APPROVERS')(fixture);
  },
  'an account has too few approvers': withPolicy(() => ({
    accounts: { ACME: { production: true, approve: ['U0BEN'] } },
  })),
  'Slack refuses a message': slackFault({
    method: 'blocks.validate',
    times: 1,
    error: 'invalid_blocks',
    more: { errors: [{ pointer: '/blocks/0/text', code: 'failed_constraint', message: 'must be shorter' }] },
  }),
  'Slack refuses every message': slackFault({ method: 'blocks.validate', error: 'invalid_message' }),
  'Slack has an error of its own': slackFault({ method: 'conversations.list', error: 'internal_error' }),
  'Slack does not judge messages': slackFault({ method: 'blocks.validate', error: 'unknown_method' }),
  'Slack has no such method': slackFault({ method: 'blocks.validate', status: 404 }),
  'Slack asks to wait': slackFault({ method: 'blocks.validate', retryAfter: 30 }),
  'the password is wrong': secret(serviceSecret, { username: 'skydesk', password: 'wrong-and-secret' }),
  'the roles are too few': secret(serviceSecret, credentialsOf('serveroperator')),
  'the service is another': set('SERVICE_BASE_URL', ({ slack }) => slack.url),
  'the queue is missing': set('QUEUE_URL', ({ aws }) => `${aws.queueUrl}-elsewhere`),
  'the queue may not be looked at': denied('SQS.GetQueueAttributes'),
  'the queue has no dead-letter queue': set('QUEUE_URL', ({ aws }) => aws.deadLetterQueueUrl),
  'a job is dead': broken(async ({ aws, environment }) => {
    const client = new SQSClient(localClientConfig(environment.AWS_ENDPOINT_URL_SQS ?? ''));
    await client.send(new SendMessageCommand({ QueueUrl: aws.deadLetterQueueUrl, MessageBody: '{}' }));
    client.destroy();
  }),
  'the table is missing': set('TABLE_NAME', () => 'nowhere'),
  'the table may not be looked at': denied('DynamoDB.DescribeTable', 'DynamoDB.DescribeTimeToLive'),
  'nothing in the table expires': dynamoAnswers('DescribeTimeToLive', {
    TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' },
  }),
  'the table is not backed up': dynamoAnswers('DescribeContinuousBackups', {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    },
  }),
  'anybody can delete the table': dynamoAnswers('DescribeTable', {
    Table: {
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    },
  }),
  'the backups may not be looked at': denied('DynamoDB.DescribeContinuousBackups'),
  'the table has other keys': async ({ environment }) => {
    const client = new DynamoDBClient(localClientConfig(environment.AWS_ENDPOINT_URL_DYNAMODB ?? ''));
    const TableName = 'another';
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    );
    client.destroy();
    return { environment: { ...environment, TABLE_NAME: TableName } };
  },
  'agents are turned off, and Slackbot still has its scope': without('MCP_URL'),
  'Slackbot lacks its scope': withoutScope('mcp:connect'),
  'the MCP endpoint has no valid URL': set('MCP_URL', ({ mcp }) => `${mcp.url}/run`),
  'the MCP endpoint is not deployed': endpoint('not deployed'),
  'the MCP endpoint can’t be reached': set('MCP_URL', () => 'http://127.0.0.1:9/mcp'),
  'the MCP endpoint takes unsigned requests': endpoint('open to all'),
  'the MCP endpoint has another signing secret': endpoint('with another secret'),
  'the MCP endpoint has another time': endpoint('with another time'),
  'the MCP endpoint fails': endpoint('failing'),
  'the MCP endpoint is another program': endpoint('of another program'),
  'the policy names channels, and agents are turned on': withPolicy(() => ({ channels: ['C0GENERAL'] })),
  'the clock is 4 minutes behind': () => ({ clockOff: -4 * 60_000 }),
  'the clock is a minute ahead': () => ({ clockOff: 60_000 }),
  'the service hangs': broken(({ cloud }) => cloud.control.latency(60_000)),
  'Slack hangs': slackFault({ method: '*', latency: 60_000 }),
  'the service is down': broken(({ cloud }) => cloud.close()),
  'Slack is down': broken(({ slack }) => slack.close()),
  'AWS is down': broken(({ aws }) => aws.close()),
};

/** Built once, since that takes most of a second. */
let all: readonly Sample[] | undefined;

/**
 * Runs the doctor in a scenario, or with everything in order. Sets variables of this process.
 * @param fixture in order before, and not afterwards; one of its own when left out
 */
export async function runScenario(
  scenario?: Scenario,
  { fixture, ...options }: { timeoutMs?: (check: string) => number; fixture?: DoctorFixture } = {},
) {
  const used = fixture ?? (await startDoctorFixture());
  try {
    const { environment = used.environment, policy, clockOff = 0 } = (await scenario?.(used)) ?? {};
    Object.assign(process.env, used.environment);
    const clock = () => Date.now() + clockOff;
    const probes = probesFor('terminal', environment, policy ?? { read: used.policy }, clock, request);
    all ??= samplesOf('/cloud');
    // In a scenario, ten are enough to see what Slack's answers lead to.
    const samples = scenario ? all.slice(0, 10) : all;
    return await runChecks(probes, { ...options, additional: [messagesCheck(() => samples)] });
  } finally {
    if (!fixture) await used.close();
  }
}
