import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { metrics } from '../../../src/aws/lambda/metrics.ts';
import {
  functionsWithAgents,
  ofType,
  type Packaged,
  packaged,
  packagedWithAgents,
  type Resource,
} from './packaged.ts';
import { inWords, rightsFor, roleOf } from './role.ts';

let made: Packaged;
beforeAll(async () => {
  made = await packagedWithAgents(['--stage=prod', '--param=bot=nightdesk', '--param=email=ops@example.com']);
});

const resource = (name: string): Resource => made.template.Resources[name] ?? { Type: '', Properties: {} };
const propertiesOf = (name: string): Resource['Properties'] => resource(name).Properties;
const all = (type: string): Resource['Properties'][] =>
  Object.values(ofType(made.template, type)).map(({ Properties }) => Properties);

test('a stage with another bot shares no name with the first', () => {
  const text = JSON.stringify([made.template.Resources, made.template.Outputs]);
  expect(text).not.toContain('skydesk-');
  expect(text).toContain('nightdesk-prod-worker');
  expect(text).toContain('nightdesk-prod-mcp');
  expect(text).toContain('"Endpoint":"ops@example.com"');
});

describe('the function for agents', () => {
  test('has a role of its own, and a shorter timeout than the HTTP API', () => {
    expect(propertiesOf('McpLambdaFunction').Role).toEqual({ 'Fn::GetAtt': ['McpRole', 'Arn'] });
    const [timeouts] = all('AWS::ApiGatewayV2::Integration').map(
      (integration) => integration.TimeoutInMillis,
    );
    expect(Number(propertiesOf('McpLambdaFunction').Timeout) * 1000).toBeLessThan(Number(timeouts));
  });

  test('has no secret and no queue in its environment, and the worker knows the URL of the endpoint', () => {
    const [mcp, worker] = ['McpLambdaFunction', 'WorkerLambdaFunction'].map(
      (name) => Object(propertiesOf(name).Environment).Variables,
    );
    expect(Object.keys(mcp).sort()).toEqual([
      'BOT_NAME',
      'CONFIG_FOLDER',
      'RECEIVER_NAME',
      'RESTORED_AT',
      'SLACK_COMMAND',
      'TABLE_NAME',
    ]);
    expect(mcp.RECEIVER_NAME).toEqual({ Ref: 'ReceiverLambdaFunction' });
    expect(worker.MCP_URL).toEqual({
      'Fn::Sub': expect.stringMatching(/^https:\/\/\$\{HttpApi\}\..*\/mcp$/),
    });
    expect(made.template.Outputs.McpUrl).toMatchObject({ Value: worker.MCP_URL });
  });

  test('has four rights besides those on its log, none of them on a secret, a queue or an item of people', () => {
    const logs = `log-group:/aws/lambda/nightdesk-prod-mcp:*"`;
    const { allowed, denied } = roleOf(made.template, 'McpRole');
    const rights = inWords(allowed);
    expect(rights.filter((right) => right.endsWith(logs))).toHaveLength(2);
    expect(rights.filter((right) => !right.endsWith(logs))).toEqual([
      'dynamodb:DeleteItem on Table, of agent-answer#*',
      'dynamodb:GetItem on Table, of agent-answer#*',
      'dynamodb:GetItem on Table, of api-key#*',
      'lambda:InvokeFunction on ReceiverLambdaFunction',
    ]);
    expect(denied).toEqual([]);
  });

  test('has that log even while agents are turned off, so that they can be turned on again', async () => {
    const [on, off] = [await packagedWithAgents(), await packaged()];
    expect(off.template.Resources.McpLogGroup).toEqual(on.template.Resources.McpLogGroup);
    expect(on.template.Resources.McpLogGroup).toBeDefined();
  });
});

test('the worker alone adds to the audit log, and stores anything else', () => {
  const roles = Object.keys(ofType(made.template, 'AWS::IAM::Role'));
  const writing = (right: string, pk: string) =>
    roles.filter(
      (name) => rightsFor(roleOf(made.template, name), `dynamodb:${right} on Table`, pk).length > 0,
    );
  for (const pk of ['ledger#ACME', 'once#ACME#agent-1#requested', 'change#agent-1', 'agent-answer#s1'])
    expect(writing('PutItem', pk)).toEqual(['WorkerRole']);
  expect(writing('UpdateItem', 'api-key#U0ANA')).toEqual(['WorkerRole']);
});

describe('the queue of agents’ calls', () => {
  const rightsOn = (role: string): readonly string[] =>
    inWords(roleOf(made.template, role).allowed).filter((right) => right.includes(' on AgentQueue'));

  test('is filled by the receiver and emptied by the worker alone', () => {
    const roles = Object.keys(ofType(made.template, 'AWS::IAM::Role'));
    expect(Object.fromEntries(roles.map((role) => [role, rightsOn(role)]))).toEqual({
      ReceiverRole: ['sqs:SendMessage on AgentQueue'],
      WorkerRole: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
        (action) => `sqs:${action} on AgentQueue`,
      ),
      SweeperRole: [],
      McpRole: [],
    });
    const [receiver, worker] = ['ReceiverLambdaFunction', 'WorkerLambdaFunction'].map(
      (name) => Object(propertiesOf(name).Environment).Variables,
    );
    expect(receiver.AGENT_QUEUE_URL).toEqual({ Ref: 'AgentQueue' });
    expect(worker.AGENT_QUEUE_ARN).toEqual({ 'Fn::GetAtt': ['AgentQueue', 'Arn'] });
  });

  test('reaches two workers at most, with one call at a time, and takes none from people', () => {
    const mappings = all('AWS::Lambda::EventSourceMapping');
    const limits = mappings.map(({ EventSourceArn, BatchSize, ScalingConfig }) => [
      Object(EventSourceArn)['Fn::GetAtt'][0],
      BatchSize,
      Object(ScalingConfig).MaximumConcurrency,
    ]);
    expect(limits.sort()).toEqual([
      ['AgentQueue', 1, 2],
      ['Queue', 5, 5],
    ]);
  });

  test('keeps a call no longer than anybody waits, is encrypted, and refuses unencrypted requests', () => {
    expect(propertiesOf('AgentQueue')).toEqual({
      QueueName: 'nightdesk-prod-agents',
      SqsManagedSseEnabled: true,
      VisibilityTimeout: Number(propertiesOf('WorkerLambdaFunction').Timeout),
      MessageRetentionPeriod: 60,
    });
    const { Queues, PolicyDocument } = Object(propertiesOf('QueuesOverTls'));
    expect(Queues).toEqual(['Queue', 'DeadLetters', 'AgentQueue'].map((Ref) => ({ Ref })));
    expect(PolicyDocument.Statement).toHaveLength(1);
    expect(PolicyDocument.Statement[0].Resource).toContainEqual({ 'Fn::GetAtt': ['AgentQueue', 'Arn'] });
  });
});

describe('the HTTP API', () => {
  test('has two addresses for agents, which lead to their function', () => {
    expect(all('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey)).toEqual([
      'POST /slack/events',
      'ANY /mcp',
      'ANY /run',
    ]);
    expect(all('AWS::ApiGatewayV2::Integration').map(({ IntegrationUri }) => IntegrationUri)).toEqual(
      ['Receiver', 'Mcp'].map((name) => ({ 'Fn::GetAtt': [`${name}LambdaFunction`, 'Arn'] })),
    );
  });

  test('limits each address on its own, so that agents can’t use up what Slack’s requests need', () => {
    const slack = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };
    const agents = { ThrottlingRateLimit: 0.5, ThrottlingBurstLimit: 5 };
    expect(propertiesOf('HttpApiStage')).toMatchObject({
      DefaultRouteSettings: slack,
      RouteSettings: { 'POST /slack/events': slack, 'ANY /mcp': agents, 'ANY /run': agents },
    });
  });
});

describe('alarms', () => {
  const operations = readFileSync(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

  test('are two more, which can wait, with an explanation', () => {
    const topic = { 'Fn::If': ['OwnWarnings', { Ref: 'Warnings' }, 'own'] };
    expect(Object.keys(ofType(made.template, 'AWS::CloudWatch::Alarm'))).toHaveLength(19);
    for (const name of ['McpErrors', 'CallsLimited']) {
      expect(propertiesOf(name)).toMatchObject({
        AlarmName: `nightdesk-prod-${name}`,
        AlarmActions: [topic],
        OKActions: [topic],
      });
      expect(operations).toContain(`\`${name}\``);
    }
    expect(Object.keys(metrics)).toContain(propertiesOf('CallsLimited').MetricName);
  });

  test('watch the limit of concurrent executions of all functions', () => {
    const { Metrics } = propertiesOf('Throttled');
    expect(Metrics).toMatchObject([
      { Id: 'all', Expression: functionsWithAgents.map((name) => `FILL(${name}, 0)`).join(' + ') },
      ...functionsWithAgents.map((Id) => ({ Id, ReturnData: false })),
    ]);
  });

  test('of the endpoint exclude the errors of both functions', () => {
    const { Metrics } = propertiesOf('EndpointFailing');
    expect(Metrics).toMatchObject([
      { Id: 'own', Expression: 'failed - FILL(receiver, 0) - FILL(mcp, 0)' },
      ...['failed', 'receiver', 'mcp'].map((Id) => ({ Id, ReturnData: false })),
    ]);
  });

  test('measure the acknowledgement of Slack’s requests only, however long agents wait', () => {
    const slack = [
      { Name: 'Stage', Value: '$default' },
      { Name: 'Method', Value: 'POST' },
      { Name: 'Resource', Value: '/slack/events' },
    ];
    expect(propertiesOf('ReceiverSlow').Dimensions).toEqual([
      { Name: 'ApiId', Value: { Ref: 'HttpApi' } },
      ...slack,
    ]);
    const { RouteSettings } = Object(propertiesOf('HttpApiStage'));
    expect(RouteSettings['POST /slack/events'].DetailedMetricsEnabled).toBe(true);
  });
});

test('the dashboard has one more row, is JSON, and shows metrics that exist', () => {
  const { 'Fn::Sub': body } = Object(propertiesOf('Dashboard').DashboardBody);
  const { widgets } = JSON.parse(body);
  expect(widgets).toHaveLength(12);
  const ofSlack = ['Stage', '$default', 'Method', 'POST', 'Resource', '/slack/events'];
  expect(widgets[1].properties.metrics[0].slice(4, 10)).toEqual(ofSlack);
  const named = [...body.matchAll(/"Skydesk", "(\w+)"/g)].map(([, name]) => name);
  for (const name of named) expect(Object.keys(metrics)).toContain(name);
  expect(named).toContain('CallsLimited');
  expect(body.match(/SOURCE '[^']+-worker' \| filter message = \\"call answered\\"/g)).toHaveLength(2);
});
