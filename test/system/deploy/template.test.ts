import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { layerFolder } from '../../../scripts/configuration/configuration-layer.ts';
import { deploymentOf } from '../../../scripts/deployment/deployments.ts';
import { metrics, namespace } from '../../../src/aws/lambda/metrics.ts';
import { maxDeliveries } from '../../../src/aws/lambda/sqs-batch.ts';
import { sweepEvery } from '../../../src/change/model/time-limits.ts';
import {
  functions,
  functionsWithAgents,
  ofType,
  type Packaged,
  packaged,
  packagedWithAgents,
  packagedWithArchive,
  type Resource,
} from './packaged.ts';
import { inWords, roleOf } from './role.ts';

let made: Packaged;
let withAgents: Packaged;
let withArchive: Packaged;
beforeAll(async () => {
  [made, withAgents, withArchive] = [
    await packaged(),
    await packagedWithAgents(),
    await packagedWithArchive(),
  ];
});

const only = (type: string): Resource => {
  const all = Object.values(ofType(made.template, type));
  expect(all, type).toHaveLength(1);
  return all[0] ?? { Type: type, Properties: {} };
};
const functionNamed = (name: string, { template } = made): Resource['Properties'] => {
  const logical = `${name[0]?.toUpperCase()}${name.slice(1)}LambdaFunction`;
  return template.Resources[logical]?.Properties ?? {};
};
const logsOf = (name: string): string[] =>
  ['CreateLogStream', 'PutLogEvents'].map(
    (action) =>
      `logs:${action} on "arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:/aws/lambda/skydesk-dev-${name}:*"`,
  );

describe('each function', () => {
  /** What a function reads as it loads, beside its bundle. */
  const configuration: Readonly<Record<string, readonly string[]>> = {
    receiver: ['runbooks.json'],
    worker: ['ca.pem', 'policy.json', 'runbooks.json'],
    sweeper: ['policy.json'],
    mcp: ['runbooks.json'],
  };

  test.each(functionsWithAgents)('%s is its bundle and what that reads, as built', (name) => {
    const zip = withAgents.zips.get(name);
    const files = [...(zip ?? [])];
    const expected = [`${name}.js`, ...(configuration[name] ?? [])].map((file) => `dist/${file}`).sort();
    expect(files.map(([file]) => file).sort()).toEqual(expected);
    for (const [file, content] of files)
      expect(content.equals(readFileSync(path.join(import.meta.dirname, '../../..', file))), file).toBe(true);
  });

  test.each(functionsWithAgents)('%s reads the files of a layer instead, if there is one', (name) => {
    const { Layers, Environment } = Object(functionNamed(name, withAgents));
    expect(Layers).toEqual({ 'Fn::If': ['HasConfiguration', [''], { Ref: 'AWS::NoValue' }] });
    const folder = `/opt/${layerFolder}`;
    expect(Environment.Variables.CONFIG_FOLDER).toEqual({ 'Fn::If': ['HasConfiguration', folder, ''] });
  });

  test.each(functionsWithAgents)(
    '%s runs on Node 24 and arm64, and finds its handler in its file',
    (name) => {
      expect(functionNamed(name, withAgents)).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: `dist/${name}.handler`,
        FunctionName: `skydesk-dev-${name}`,
      });
    },
  );

  test('exists in the stack, and that for agents only if they are turned on', () => {
    expect([...made.zips.keys()]).toEqual(functions);
    expect(Object.keys(ofType(made.template, 'AWS::Lambda::Function'))).toHaveLength(functions.length);
  });

  const toSlack = ['BOT_NAME', 'QUEUE_URL', 'SLACK_COMMAND', 'SLACK_TOKEN_SECRET_ID'];
  test.each([
    ['receiver', [...toSlack, 'CONFIG_FOLDER', 'SLACK_SIGNING_SECRET_ID'].sort()],
    [
      'worker',
      [
        ...toSlack,
        'CONFIG_FOLDER',
        'HTTPS_PROXY',
        'NO_PROXY',
        'OMITTED_CHOICES',
        'POLICY_SHA256',
        'RESTORED_AT',
        'SERVICE_BASE_URL',
        'SERVICE_SECRET_ID',
        'TABLE_NAME',
      ].sort(),
    ],
  ])('%s has names of resources in its environment, and no secret', (name, variables) => {
    const { Variables } = Object(functionNamed(name).Environment);
    expect(Object.keys(Variables).sort()).toEqual(variables);
    expect(Variables.SLACK_TOKEN_SECRET_ID).toEqual({ Ref: 'SlackTokenSecret' });
  });

  test('the sweeper has names of resources in its environment, and none of a secret', () => {
    const { Variables } = Object(functionNamed('sweeper').Environment);
    const names = ['BOT_NAME', 'CONFIG_FOLDER', 'POLICY_SHA256', 'QUEUE_URL', 'RESTORED_AT', 'TABLE_NAME'];
    expect(Object.keys(Variables).sort()).toEqual(names);
  });
});

test('an output names the version that is in the bundles', () => {
  const { version } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../dist/package.json'), 'utf8'),
  );
  expect(made.template.Outputs.Version).toMatchObject({ Value: version });
  expect(String(made.zips.get('worker')?.get('dist/worker.js'))).toContain(`"${version}"`);
});

test('the template says what a rollback compares: its time, its folder, its table and the version of its records', () => {
  const { at, folder, ...compared } = deploymentOf(made.text);
  expect(folder).toBe(`serverless/skydesk/dev/${Date.parse(at)}-${at}`);
  expect(compared).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    tableVersion: 1,
    table: { 'Fn::If': ['HasOtherTable', '', { Ref: 'Table' }] },
  });
});

describe('a role', () => {
  test.each([
    [
      'ReceiverRole',
      [
        ...logsOf('receiver'),
        'secretsmanager:GetSecretValue on SlackSigningSecret',
        'secretsmanager:GetSecretValue on SlackTokenSecret',
        'sqs:SendMessage on Queue',
      ],
    ],
    ['SweeperRole', ['dynamodb:Query on Table', ...logsOf('sweeper'), 'sqs:SendMessage on Queue']],
    [
      'WorkerRole',
      [
        'dynamodb:DeleteItem on Table',
        'dynamodb:GetItem on Table',
        'dynamodb:PutItem on Table',
        'dynamodb:Query on Table',
        'dynamodb:UpdateItem on Table',
        ...logsOf('worker'),
        'secretsmanager:GetSecretValue on ServiceSecret',
        'secretsmanager:GetSecretValue on SlackTokenSecret',
        'sqs:ChangeMessageVisibility on Queue',
        'sqs:DeleteMessage on Queue',
        'sqs:GetQueueAttributes on Queue',
        'sqs:ReceiveMessage on Queue',
        'sqs:SendMessage on Queue',
      ],
    ],
  ])('%s allows exactly this', (name, allowed) => {
    expect(inWords(roleOf(made.template, name).allowed)).toEqual(allowed);
  });

  test('WorkerRole may add to the audit log, and change nothing in it', () => {
    expect(inWords(roleOf(made.template, 'WorkerRole').denied)).toEqual([
      'dynamodb:DeleteItem on Table, of ledger#*',
      'dynamodb:DeleteItem on Table, of once#*',
      'dynamodb:UpdateItem on Table, of ledger#*',
      'dynamodb:UpdateItem on Table, of once#*',
    ]);
  });

  test('exists for each function, and each function has its own', () => {
    expect(Object.keys(ofType(made.template, 'AWS::IAM::Role')).sort()).toEqual([
      'ReceiverRole',
      'SweeperRole',
      'WorkerRole',
    ]);
    expect(functions.map((name) => functionNamed(name).Role)).toEqual(
      ['ReceiverRole', 'WorkerRole', 'SweeperRole'].map((role) => ({ 'Fn::GetAtt': [role, 'Arn'] })),
    );
  });

  test('is the only source of permissions: nothing else in the template grants one, but alarms may ring', () => {
    const granting = Object.values(made.template.Resources).flatMap(({ Type }) =>
      /AWS::IAM::(?!Role$)|ResourcePolicy/.test(Type) ? [Type] : [],
    );
    // That of the private network: private-network.test.ts.
    expect(granting).toEqual(['AWS::IAM::RolePolicy']);
    for (const type of ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy']) {
      const { PolicyDocument } = Object(only(type).Properties);
      expect(PolicyDocument.Statement.map(({ Effect }: { Effect: string }) => Effect)).toEqual(['Deny']);
    }
    const callers = Object.values(ofType(made.template, 'AWS::Lambda::Permission')).map(({ Properties }) => [
      Properties.Principal,
      typeof Properties.SourceArn,
    ]);
    expect(callers.sort()).toEqual([
      ['apigateway.amazonaws.com', 'object'],
      ['events.amazonaws.com', 'object'],
      ['events.amazonaws.com', 'object'],
      ['events.amazonaws.com', 'object'],
      ['events.amazonaws.com', 'object'],
    ]);
  });
});

describe('stored data', () => {
  test('the table outlives its stack, can be restored to any second, and has a TTL', () => {
    const table = only('AWS::DynamoDB::Table');
    expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(table.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
  });

  test('queues are encrypted, and a message that fails eight times is kept for two weeks', () => {
    const queues = ofType(made.template, 'AWS::SQS::Queue');
    expect(Object.keys(queues)).toEqual(['Queue', 'DeadLetters']);
    for (const { Properties } of Object.values(queues)) expect(Properties.SqsManagedSseEnabled).toBe(true);
    expect(queues.Queue?.Properties.RedrivePolicy).toEqual({
      deadLetterTargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] },
      maxReceiveCount: maxDeliveries,
    });
    expect(queues.DeadLetters?.Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  test('only the queue moves its messages to the dead letters, and both refuse unencrypted requests', () => {
    const { DeadLetters, Queue } = ofType(made.template, 'AWS::SQS::Queue');
    expect(DeadLetters?.Properties.RedriveAllowPolicy).toEqual({
      redrivePermission: 'byQueue',
      sourceQueueArns: [{ 'Fn::Sub': expect.stringMatching(new RegExp(`:${Queue?.Properties.QueueName}$`)) }],
    });
    const { Queues, PolicyDocument } = Object(only('AWS::SQS::QueuePolicy').Properties);
    expect(Queues).toEqual([{ Ref: 'Queue' }, { Ref: 'DeadLetters' }]);
    expect(PolicyDocument.Statement).toEqual([
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 'sqs:*',
        Resource: ['Queue', 'DeadLetters'].map((name) => ({ 'Fn::GetAtt': [name, 'Arn'] })),
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
    ]);
  });

  test('a message stays with a worker six times as long as it can run', () => {
    const { VisibilityTimeout } = made.template.Resources.Queue?.Properties ?? {};
    expect(Number(VisibilityTimeout)).toBeGreaterThanOrEqual(6 * Number(functionNamed('worker').Timeout));
  });

  test('secrets are created empty', () => {
    const secrets = Object.values(ofType(made.template, 'AWS::SecretsManager::Secret'));
    expect(secrets.map(({ Properties }) => Object.keys(Properties))).toEqual([
      ['Name', 'Description'],
      ['Name', 'Description'],
      ['Name', 'Description'],
    ]);
  });

  test('every function and the HTTP API have a log that is kept for 90 days', () => {
    const groups = Object.values(ofType(made.template, 'AWS::Logs::LogGroup'));
    expect(groups.map(({ Properties }) => Properties)).toEqual(
      [
        ...functions.map((name) => `lambda/skydesk-dev-${name}`),
        'http-api/skydesk-dev',
        'lambda/skydesk-dev-mcp',
      ].map((name) => ({
        LogGroupName: `/aws/${name}`,
        RetentionInDays: 90,
      })),
    );
  });

  test('secrets, queues and the logs that hold the hashes of the audit log outlive the stack, once it is created', () => {
    const kept = Object.entries(made.template.Resources).filter(
      ([, { DeletionPolicy, UpdateReplacePolicy }]) =>
        DeletionPolicy === 'RetainExceptOnCreate' && UpdateReplacePolicy === 'Retain',
    );
    expect(kept.map(([name]) => name).sort()).toEqual([
      'DeadLetters',
      'McpLogGroup',
      'Queue',
      'ServiceSecret',
      'SlackSigningSecret',
      'SlackTokenSecret',
      'SweeperLogGroup',
      'WorkerLogGroup',
    ]);
  });
});

const byExpression = (a: Resource['Properties'], b: Resource['Properties']): number =>
  String(a.ScheduleExpression).localeCompare(String(b.ScheduleExpression));

describe('triggers', () => {
  test('the queue starts few workers at once, and takes back only the messages that failed', () => {
    expect(only('AWS::Lambda::EventSourceMapping').Properties).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] },
      BatchSize: 5,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    });
  });

  test('the worker may send to its own queue for each poll of a job, which Lambda would take for a loop', () => {
    expect(functionNamed('worker').RecursiveLoop).toBe('Allow');
    expect(functionNamed('receiver')).not.toHaveProperty('RecursiveLoop');
  });

  test('the access log has who came and what they got, and nothing of what they sent', () => {
    const { Format } = Object(only('AWS::ApiGatewayV2::Stage').Properties.AccessLogSettings);
    const written: Record<string, string> = JSON.parse(Format);
    expect(Object.values(written).sort()).toEqual([
      '$context.error.messageString',
      '$context.identity.sourceIp',
      '$context.requestId',
      '$context.requestTime',
      '$context.responseLatency',
      '$context.responseLength',
      '$context.routeKey',
      '$context.status',
    ]);
  });

  test('one address starts the receiver, at a limited rate', () => {
    expect(only('AWS::ApiGatewayV2::Route').Properties.RouteKey).toBe('POST /slack/events');
    expect(only('AWS::ApiGatewayV2::Integration').Properties.PayloadFormatVersion).toBe('2.0');
    expect(only('AWS::ApiGatewayV2::Stage').Properties.DefaultRouteSettings).toEqual({
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
  });

  test('a schedule starts the sweeper and the health check, and keeps one receiver and one worker warm', () => {
    const rules = Object.values(ofType(made.template, 'AWS::Events::Rule'));
    expect(rules.map(({ Properties }) => Properties).toSorted(byExpression)).toMatchObject([
      {
        ScheduleExpression: 'rate(1 day)',
        State: 'ENABLED',
        Targets: [
          {
            Input: JSON.stringify({ healthCheck: true }),
            Arn: { 'Fn::GetAtt': ['WorkerLambdaFunction', 'Arn'] },
          },
        ],
      },
      { ScheduleExpression: `rate(${sweepEvery / 60_000} minutes)`, State: 'ENABLED' },
      ...['ReceiverLambdaFunction', 'WorkerLambdaFunction'].map((name) => ({
        ScheduleExpression: 'rate(5 minutes)',
        State: 'ENABLED',
        Targets: [{ Input: JSON.stringify({ keepWarm: true }), Arn: { 'Fn::GetAtt': [name, 'Arn'] } }],
      })),
    ]);
  });
});

describe('alarms', () => {
  const alarms = () => ofType(made.template, 'AWS::CloudWatch::Alarm');
  const operations = readFileSync(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

  test('are these, and each has an explanation', () => {
    expect(Object.keys(alarms()).sort()).toEqual(
      (
        'ApprovalsStuck DeadLettersVisible EndpointFailing HealthProblems LeaseOverdue LoginFailing ' +
        'MostRequestsRejected OutcomeUnknown QueueStuck ReceiverErrors ReceiverSlow RequestsFailed ' +
        'RequestsRejected SweepFailures SweeperStopped Throttled WorkerErrors'
      ).split(' '),
    );
    for (const name of Object.keys(alarms())) expect(operations).toContain(`\n| \`${name}\` |`);
  });

  /** The tables of the page: the alarms of each, by its heading. */
  const listedUnder = (heading: string): readonly string[] => {
    const [, section = ''] = operations.split(`\n### ${heading}\n`);
    const [table = ''] = section.split('\n#');
    return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name).sort();
  };

  test.each([
    ['Wakes somebody', 'Alarms'],
    ['Can wait until the morning', 'Warnings'],
  ])(
    'that the page lists under “%s” notify the topic %s when they begin and when they are over',
    (heading, topic) => {
      const actions = [{ 'Fn::If': [`Own${topic}`, { Ref: topic }, 'own'] }];
      const all = [withAgents, withArchive].flatMap(({ template }) =>
        Object.entries(ofType(template, 'AWS::CloudWatch::Alarm')),
      );
      const there = all.flatMap(([name, { Properties }]) =>
        isDeepStrictEqual([Properties.AlarmActions, Properties.OKActions], [actions, actions]) ? [name] : [],
      );
      expect([...new Set(there)].sort()).toEqual(listedUnder(heading));
      expect(there.length).toBeGreaterThan(5);
      expect(made.template).toHaveProperty(`Resources.${topic}.Condition`, `Own${topic}`);
    },
  );

  test('let the alarms of the account publish to the topics, and nobody without TLS', () => {
    for (const topic of ['Alarms', 'Warnings']) {
      const { Topics, PolicyDocument } = Object(made.template.Resources[`${topic}OverTls`]?.Properties);
      expect(Topics).toEqual([{ Ref: topic }]);
      const publish = { Action: 'sns:Publish', Resource: { Ref: topic } };
      expect(PolicyDocument.Statement).toEqual([
        {
          ...{ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' }, ...publish },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
        {
          ...{ Effect: 'Deny', Principal: '*', ...publish },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
      ]);
    }
  });

  test('that sum functions count one that was not invoked as zero, and have no period beside those of their metrics', () => {
    const computed = Object.values(ofType(withAgents.template, 'AWS::CloudWatch::Alarm')).filter(
      ({ Properties }) => 'Metrics' in Properties,
    );
    expect(computed).toHaveLength(3);
    for (const { Properties } of computed) {
      expect(Object.keys(Properties)).not.toContain('Period');
      const { Metrics } = Object(Properties);
      const [{ Expression }] = Metrics;
      // Without FILL, a sum is missing while one of its series is.
      for (const [, term] of Expression.matchAll(/[+-] (\w+)(?![\w(])/g)) expect.fail(`${term} has no FILL`);
    }
    expect(Object(withAgents.template.Resources.Throttled?.Properties.Metrics)[0].Expression).toBe(
      'FILL(receiver, 0) + FILL(worker, 0) + FILL(sweeper, 0) + FILL(mcp, 0)',
    );
  });

  test('include a wrong signing secret of a team with few requests, and an endpoint that fails without a function', () => {
    const expressionOf = (name: string) => Object(alarms()[name]?.Properties.Metrics)[0].Expression;
    expect(expressionOf('MostRequestsRejected')).toBe('IF(rejected > 2, rejected / requests, 0)');
    expect(alarms().MostRequestsRejected?.Properties).toMatchObject({
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 0.5,
      Metrics: [
        { Id: 'ratio' },
        { Id: 'rejected', MetricStat: { Metric: { MetricName: '4xx' }, Stat: 'Sum' } },
        { Id: 'requests', MetricStat: { Metric: { MetricName: 'Count' }, Stat: 'Sum' } },
      ],
    });
    expect(expressionOf('EndpointFailing')).toBe('failed - FILL(receiver, 0)');
  });

  test('use only those metrics of ours that a log line sets', () => {
    const own = Object.values(alarms()).filter(({ Properties }) => Properties.Namespace === namespace);
    expect(own.length).toBeGreaterThan(4);
    for (const { Properties } of own) {
      expect(Object.keys(metrics)).toContain(Properties.MetricName);
      expect(Properties.Dimensions).toEqual([{ Name: 'bot', Value: 'skydesk-dev' }]);
    }
  });

  test('are sent to an address only if there is one, from topics of the stack’s own', () => {
    expect(made.template).toHaveProperty('Resources.AlarmsByEmail.Condition', 'AlarmsToEmail');
    expect(made.template).toHaveProperty('Resources.WarningsByEmail.Condition', 'WarningsToEmail');
    const text = JSON.stringify(made.template.Resources);
    for (const name of ['alarms', 'warnings']) expect(text).toContain(`"TopicName":"skydesk-dev-${name}"`);
  });

  test('watch each metric of ours: the rest is in log lines, since CloudWatch charges for metrics', () => {
    const watched = Object.values(alarms()).flatMap(({ Properties: { Namespace, MetricName } }) =>
      Namespace === namespace ? [MetricName] : [],
    );
    // These have an alarm only if agents or the archive are turned on.
    expect([...watched, 'CallsLimited', 'EntriesOverwritten'].sort()).toEqual(Object.keys(metrics).sort());
  });

  test('the dashboard is JSON, and shows metrics and log groups that exist', () => {
    const { 'Fn::Sub': body } = Object(only('AWS::CloudWatch::Dashboard').Properties.DashboardBody);
    const { widgets } = JSON.parse(body);
    expect(widgets).toHaveLength(9);
    const named = [...body.matchAll(/"Skydesk", "(\w+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(6);
    for (const name of named) expect(Object.keys(metrics)).toContain(name);
    const asked = [...body.matchAll(/SOURCE '([^']+)'/g)].map(([, group]) => group);
    expect(asked.length).toBeGreaterThan(4);
    const groups = Object.values(ofType(made.template, 'AWS::Logs::LogGroup'));
    const names = groups.map(({ Properties }) => Properties.LogGroupName);
    for (const group of asked) expect(names).toContain(group);
  });
});
