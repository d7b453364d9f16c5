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
import { inWords, roleOf } from './role.ts';

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

  test('has the environment of the worker, and both know the URL of the endpoint', () => {
    const [mcp, worker] = ['McpLambdaFunction', 'WorkerLambdaFunction'].map(
      (name) => Object(propertiesOf(name).Environment).Variables,
    );
    expect(mcp).toEqual(worker);
    expect(mcp.MCP_URL).toEqual({
      'Fn::Sub': expect.stringMatching(/^https:\/\/\$\{HttpApi\}\..*\/mcp$/),
    });
    expect(made.template.Outputs.McpUrl).toMatchObject({ Value: mcp.MCP_URL });
  });

  test('has a role that lets it write only the items of agents', () => {
    const logs = `log-group:/aws/lambda/nightdesk-prod-mcp:*"`;
    const { allowed, denied } = roleOf(made.template, 'McpRole');
    const rights = inWords(allowed);
    expect(rights.filter((right) => right.endsWith(logs))).toHaveLength(2);
    expect(rights.filter((right) => !right.endsWith(logs))).toEqual([
      'dynamodb:DeleteItem on Table, of due#agent',
      'dynamodb:GetItem on Table',
      ...[
        'agent-call#agent-*',
        'change#agent-*',
        'due#agent',
        'ledger#*',
        'once#*#agent-*#called',
        'once#*#agent-*#previewed',
        'once#*#agent-*#refused',
        'once#*#agent-*#requested',
        'once#*#api-key-*#ended',
        'preview#agent-*',
        'request-number#*',
      ].map((keys) => `dynamodb:PutItem on Table, of ${keys}`),
      'dynamodb:Query on Table',
      ...['agent-call#agent-*', 'api-key#*', 'calls#*', 'counter#requests'].map(
        (keys) => `dynamodb:UpdateItem on Table, of ${keys}`,
      ),
      'secretsmanager:GetSecretValue on ServiceSecret',
      'secretsmanager:GetSecretValue on SlackSecret',
    ]);
    expect(denied).toEqual([]);
  });

  test('has that log even while agents are turned off, so that they can be turned on again', async () => {
    const [on, off] = [await packagedWithAgents(), await packaged()];
    expect(off.template.Resources.McpLogGroup).toEqual(on.template.Resources.McpLogGroup);
    expect(on.template.Resources.McpLogGroup).toBeDefined();
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

  test('are two more, with the same topic and an explanation', () => {
    const topic = { 'Fn::If': ['OwnTopic', { Ref: 'Alarms' }, ''] };
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
      { Id: 'all', Expression: functionsWithAgents.join(' + ') },
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
  expect(body.match(/SOURCE '[^']+-mcp' \| filter message = \\"call answered\\"/g)).toHaveLength(2);
});
