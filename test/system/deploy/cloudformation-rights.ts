import type { Asked } from './iam-policy.ts';
import type { Resource } from './packaged.ts';

/*
 * What CloudFormation calls to create, read, update and delete each resource, in the name of the role that it assumes: as the handlers
 * of its public resource schemas list it, for the properties that these templates set. (No resource has a key of KMS, code signing
 * or reserved concurrency.)
 */

const region = 'us-east-1';
const account = '123456789012';
const stack = 'skydesk-prod';

/** The ARN of something of this stack's account. */
export const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

const functionArn = (name: string): string => arn('lambda', `function:${stack}-${name}`);
const actions = (service: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `${service}:${name}`);
const on = (arns: string | readonly string[], ...asked: readonly (readonly string[])[]): readonly Asked[] =>
  [arns].flat().flatMap((one) => asked.flat().map((action) => ({ action, arn: one })));

type RightsOf = (resource: { readonly id: string } & Resource['Properties']) => readonly Asked[];

const tags = 'TagResource UntagResource';
/** The function that a logical id begins with: `worker` of WorkerEventSourceMappingSQSQueue. */
const functionIn = (id: string): string => /^[A-Z][a-z]+/.exec(id)?.[0].toLowerCase() ?? '';
const boundary = `arn:aws:iam::${account}:policy/${stack}-boundary`;
const roleArn = (id: string): string => `arn:aws:iam::${account}:role/${stack}-${id}-1A2B3C4D`;
const apiCalls = actions('apigateway', `GET POST PUT PATCH DELETE ${tags}`);

/** By type of resource. */
export const rightsOf: Readonly<Record<string, RightsOf>> = {
  'AWS::IAM::Role': ({ id }) => [
    ...on(
      roleArn(id),
      actions(
        'iam',
        'GetRole GetRolePolicy ListRolePolicies ListAttachedRolePolicies UpdateAssumeRolePolicy TagRole UntagRole DeleteRole',
      ),
    ),
    ...on(
      roleArn(id),
      actions('iam', 'CreateRole PutRolePolicy DeleteRolePolicy PutRolePermissionsBoundary'),
    ).map((asked) => ({ ...asked, context: { 'iam:PermissionsBoundary': boundary } })),
  ],
  'AWS::IAM::RolePolicy': ({ RoleName }) => {
    const of = roleArn(Object(RoleName).Ref);
    const within = { 'iam:PermissionsBoundary': boundary };
    return [
      ...on(of, ['iam:GetRolePolicy']),
      ...on(of, actions('iam', 'PutRolePolicy DeleteRolePolicy')).map((asked) => ({
        ...asked,
        context: within,
      })),
    ];
  },
  'AWS::Lambda::Function': ({ FunctionName, Role, VpcConfig, Layers }) => [
    ...on(arn('lambda', `layer:${stack}-configuration:1`), Layers ? ['lambda:GetLayerVersion'] : []),
    ...on('*', VpcConfig ? actions('ec2', 'DescribeSecurityGroups DescribeSubnets DescribeVpcs') : []),
    ...on(
      arn('lambda', `function:${FunctionName}`),
      actions(
        'lambda',
        'CreateFunction GetFunction GetFunctionConfiguration GetFunctionCodeSigningConfig GetRuntimeManagementConfig GetFunctionRecursionConfig ' +
          `PutFunctionRecursionConfig UpdateFunctionCode UpdateFunctionConfiguration DeleteFunction ListTags ${tags}`,
      ),
    ),
    ...on(`arn:aws:s3:::${stack}-code/1.0.0/worker.zip`, ['s3:GetObject']),
    {
      action: 'iam:PassRole',
      arn: roleArn(String(Object(Role)['Fn::GetAtt'][0])),
      context: { 'iam:PassedToService': 'lambda.amazonaws.com' },
    },
  ],
  'AWS::Lambda::Permission': ({ id }) =>
    on(functionArn(functionIn(id)), actions('lambda', 'AddPermission RemovePermission GetPolicy')),
  'AWS::Lambda::EventInvokeConfig': ({ id }) =>
    on(
      functionArn(functionIn(id)),
      actions(
        'lambda',
        'PutFunctionEventInvokeConfig GetFunctionEventInvokeConfig UpdateFunctionEventInvokeConfig DeleteFunctionEventInvokeConfig',
      ),
    ),
  'AWS::Lambda::EventSourceMapping': () => [
    ...on(
      arn('lambda', 'event-source-mapping:1a2b'),
      actions('lambda', `GetEventSourceMapping ListTags ${tags}`),
    ),
    ...on(
      arn('lambda', 'event-source-mapping:1a2b'),
      actions('lambda', 'CreateEventSourceMapping UpdateEventSourceMapping DeleteEventSourceMapping'),
    ).map((asked) => ({ ...asked, context: { 'lambda:FunctionArn': functionArn('worker') } })),
  ],
  'AWS::S3::Bucket': () =>
    on(
      `arn:aws:s3:::${stack}-serverlessdeploymentbucket-1a2b`,
      actions(
        's3',
        'CreateBucket DeleteBucket GetEncryptionConfiguration PutEncryptionConfiguration GetBucketPublicAccessBlock ' +
          'PutBucketPublicAccessBlock GetBucketTagging PutBucketTagging',
      ),
    ),
  'AWS::S3::BucketPolicy': () =>
    on(
      `arn:aws:s3:::${stack}-serverlessdeploymentbucket-1a2b`,
      actions('s3', 'GetBucketPolicy PutBucketPolicy DeleteBucketPolicy'),
    ),
  'AWS::Logs::LogGroup': ({ LogGroupName }) => [
    ...on(
      arn('logs', `log-group:${LogGroupName}`),
      actions('logs', `CreateLogGroup DeleteLogGroup PutRetentionPolicy ListTagsForResource ${tags}`),
    ),
    ...on('*', ['logs:DescribeLogGroups']),
  ],
  'AWS::ApiGatewayV2::Api': () =>
    on(
      [
        `arn:aws:apigateway:${region}::/apis`,
        `arn:aws:apigateway:${region}::/apis/a1b2`,
        `arn:aws:apigateway:${region}::/tags/a1b2`,
      ],
      apiCalls,
    ),
  'AWS::ApiGatewayV2::Stage': () => [
    ...on(`arn:aws:apigateway:${region}::/apis/a1b2/stages/$default`, apiCalls),
    // The stage delivers its access log.
    ...on(
      '*',
      actions(
        'logs',
        'CreateLogDelivery GetLogDelivery UpdateLogDelivery DeleteLogDelivery ListLogDeliveries PutResourcePolicy DescribeResourcePolicies',
      ),
    ),
  ],
  'AWS::ApiGatewayV2::Integration': () =>
    on(`arn:aws:apigateway:${region}::/apis/a1b2/integrations/c3`, apiCalls),
  'AWS::ApiGatewayV2::Route': () => on(`arn:aws:apigateway:${region}::/apis/a1b2/routes/d4`, apiCalls),
  'AWS::Events::Rule': ({ Name }) =>
    on(
      arn('events', `rule/${Name}`),
      actions(
        'events',
        `DescribeRule PutRule DeleteRule PutTargets RemoveTargets ListTargetsByRule ListTagsForResource ${tags}`,
      ),
    ),
  'AWS::SecretsManager::Secret': ({ Name }) =>
    on(
      arn('secretsmanager', `secret:${Name}-AbCdEf`),
      actions('secretsmanager', `CreateSecret DescribeSecret UpdateSecret DeleteSecret ${tags}`),
    ),
  'AWS::SQS::Queue': ({ QueueName }) =>
    on(
      arn('sqs', String(QueueName)),
      actions(
        'sqs',
        'CreateQueue GetQueueUrl GetQueueAttributes SetQueueAttributes DeleteQueue ListQueueTags TagQueue UntagQueue',
      ),
    ),
  'AWS::SQS::QueuePolicy': () => on(arn('sqs', `${stack}-jobs`), ['sqs:SetQueueAttributes']),
  'AWS::DynamoDB::Table': ({ id }) =>
    on(
      arn('dynamodb', `table/${stack}-${id}-1A2B3C4D`),
      actions(
        'dynamodb',
        'CreateTable DescribeTable UpdateTable DeleteTable DescribeTimeToLive UpdateTimeToLive DescribeContinuousBackups ' +
          'UpdateContinuousBackups DescribeContributorInsights DescribeKinesisStreamingDestination GetResourcePolicy ' +
          `ListTagsOfResource ${tags}`,
      ),
    ),
  'AWS::CloudWatch::Alarm': ({ AlarmName }) =>
    on(
      arn('cloudwatch', `alarm:${AlarmName}`),
      actions('cloudwatch', `PutMetricAlarm DescribeAlarms DeleteAlarms ListTagsForResource ${tags}`),
    ),
  'AWS::CloudWatch::Dashboard': ({ DashboardName }) =>
    on(
      `arn:aws:cloudwatch::${account}:dashboard/${DashboardName}`,
      actions('cloudwatch', 'PutDashboard GetDashboard DeleteDashboards'),
    ),
  'AWS::SNS::Topic': ({ TopicName }) =>
    on(
      arn('sns', String(TopicName)),
      actions(
        'sns',
        'CreateTopic GetTopicAttributes SetTopicAttributes DeleteTopic GetDataProtectionPolicy ListSubscriptionsByTopic ' +
          `ListTagsForResource ${tags}`,
      ),
    ),
  'AWS::SNS::TopicPolicy': ({ Topics }) =>
    on(
      [Topics].flat().map((topic) => arn('sns', `${stack}-${Object(topic).Ref.toLowerCase()}`)),
      actions('sns', 'GetTopicAttributes SetTopicAttributes'),
    ),
  'AWS::SNS::Subscription': ({ TopicArn }) =>
    on(
      arn('sns', `${stack}-${Object(TopicArn).Ref.toLowerCase()}`),
      actions('sns', 'Subscribe Unsubscribe GetSubscriptionAttributes SetSubscriptionAttributes'),
    ),
};
