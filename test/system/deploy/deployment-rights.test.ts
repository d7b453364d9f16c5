import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { arn, rightsOf } from './cloudformation-rights.ts';
import { type Asked, allowing, iamPolicy } from './iam-policy.ts';
import {
  functionsWithAgents,
  functionsWithArchive,
  functionsWithGateway,
  ofType,
  packaged,
  packagedWithAgents,
  packagedWithArchive,
  type Resource,
  type Template,
} from './packaged.ts';
import { roleOf } from './role.ts';

const boundaryArn = 'arn:aws:iam::123456789012:policy/skydesk-prod-boundary';
const roleToDeploy = 'arn:aws:iam::123456789012:role/skydesk-prod-deployment';
const options = ['--stage=prod', `--param=boundary=${boundaryArn}`, `--param=deploymentRole=${roleToDeploy}`];

let templates: readonly Template[];
beforeAll(async () => {
  const gateway = await packaged([...options, '--param=gateway=digitalocean'], functionsWithGateway);
  templates = [
    (await packagedWithAgents(options)).template,
    gateway.template,
    (await packagedWithArchive(options)).template,
  ];
});

const resources = (type?: string): readonly (readonly [id: string, Resource])[] =>
  templates.flatMap(({ Resources }) =>
    Object.entries(Resources).filter(([, { Type }]) => type === undefined || Type === type),
  );
const inWords = ({ action, arn: of, context }: Asked): string =>
  [action, of, ...Object.values(context ?? {})].join(' on ');

describe('the permissions boundary', () => {
  test('is at every role, if the parameter names one', () => {
    const roles = resources('AWS::IAM::Role');
    expect(new Set(roles.map(([id]) => id))).toEqual(
      new Set(
        [...functionsWithAgents, ...functionsWithGateway, ...functionsWithArchive].map(
          (name) => `${name[0]?.toUpperCase()}${name.slice(1)}Role`,
        ),
      ),
    );
    for (const [id, { Properties }] of roles)
      expect(Properties.PermissionsBoundary, id).toEqual({
        'Fn::If': ['HasBoundary', boundaryArn, { Ref: 'AWS::NoValue' }],
      });
  });

  test('is at no role without the parameter', async () => {
    const { template } = await packaged();
    const without = { 'Fn::If': ['HasBoundary', '', { Ref: 'AWS::NoValue' }] };
    for (const { Properties } of Object.values(ofType(template, 'AWS::IAM::Role')))
      expect(Properties.PermissionsBoundary).toEqual(without);
    expect(template.Conditions.HasBoundary).toEqual({ 'Fn::Not': [{ 'Fn::Equals': ['', ''] }] });
  });

  /** The rights of all roles on things of an account, without the conditions on items, which only narrow them. */
  function rightsOfRoles(): readonly Asked[] {
    const places: Readonly<Record<string, string>> = {
      '{"Fn::If":["HasOtherTable","",{"Fn::GetAtt":["Table","StreamArn"]}]}': arn(
        'dynamodb',
        'table/skydesk-prod-Table-1A2B3C4D/stream/2026-11-21T09:00:00.000',
      ),
      '"*"': '*',
      '"arn:aws:s3:::skydesk-prod-audit-log/*"':
        'arn:aws:s3:::skydesk-prod-audit-log/ACME/000000000001-ab.json',
      Table: arn('dynamodb', 'table/skydesk-prod-Table-1A2B3C4D'),
      Queue: arn('sqs', 'skydesk-prod-jobs'),
      AgentQueue: arn('sqs', 'skydesk-prod-agents'),
      ArchiveMisses: arn('sqs', 'skydesk-prod-archive-misses'),
      ReceiverLambdaFunction: arn('lambda', 'function:skydesk-prod-receiver'),
      SlackSigningSecret: arn('secretsmanager', 'secret:skydesk-prod/slack-signing-AbCdEf'),
      SlackTokenSecret: arn('secretsmanager', 'secret:skydesk-prod/slack-token-AbCdEf'),
      ServiceSecret: arn('secretsmanager', 'secret:skydesk-prod/service-AbCdEf'),
    };
    const network = resources('AWS::IAM::RolePolicy').flatMap(([, { Properties }]) =>
      Object(Properties.PolicyDocument).Statement.filter(
        ({ Effect }: { Effect: string }) => Effect === 'Allow',
      ),
    );
    const ofNetwork = network.flatMap(({ Action }): readonly Asked[] =>
      Action.map((action: string) => ({ action, arn: '*' })),
    );
    const ofRoles = templates.flatMap((template) =>
      Object.keys(ofType(template, 'AWS::IAM::Role')).flatMap((role) =>
        roleOf(template, role).allowed.map(({ right }) => {
          const [action = '', of = ''] = right.split(' on ');
          const [, logGroup] = /(log-group:[^"]+):\*"$/.exec(of) ?? [];
          return { action, arn: logGroup ? arn('logs', `${logGroup}:log-stream:1`) : (places[of] ?? of) };
        }),
      ),
    );
    return [...ofRoles, ...ofNetwork];
  }

  test('that is shipped allows what the roles allow, and nothing that none of them needs', () => {
    const boundary = iamPolicy('boundary');
    const asked = rightsOfRoles();
    expect(asked.filter((one) => allowing(boundary, one).length === 0).map(inWords)).toEqual([]);
    const needed = new Set(asked.map(({ action }) => action));
    expect(
      boundary.statements.flatMap(({ Action }) => Action).filter((action) => !needed.has(action)),
    ).toEqual([]);
    for (const of of boundary.statements.flatMap(({ Resource }) => Resource))
      expect(
        asked.some((one) => allowing(boundary, one).some(({ Resource }) => Resource.includes(of))),
        of,
      ).toBe(true);
  });
});

describe('the policy of the deployment role', () => {
  const role = iamPolicy('deployment-role');
  const asked = () =>
    resources().flatMap(([id, { Type, Properties }]) => {
      const rights = rightsOf[Type];
      if (!rights) throw new Error(`No rights are listed for ${Type}`);
      return rights({ id, ...Properties });
    });

  test('allows what CloudFormation calls for each resource of the templates', () => {
    const refused = asked().filter((one) => allowing(role, one).length === 0);
    expect([...new Set(refused.map(inWords))]).toEqual([]);
  });

  test('allows no action that no resource needs, and fits into a managed policy', () => {
    const used = new Set(
      asked().flatMap((one) => allowing(role, one).map(({ Sid }) => `${Sid} ${one.action}`)),
    );
    const allowed = role.statements.flatMap(({ Sid, Action }) => Action.map((action) => `${Sid} ${action}`));
    expect(allowed.filter((one) => !used.has(one))).toEqual([]);
    expect(JSON.stringify(JSON.parse(role.text)).length).toBeLessThanOrEqual(6144);
  });

  test.each<Asked>([
    {
      action: 'iam:CreateRole',
      arn: 'arn:aws:iam::123456789012:role/skydesk-prod-WorkerRole-1',
    },
    {
      action: 'iam:PutRolePolicy',
      arn: 'arn:aws:iam::123456789012:role/skydesk-prod-WorkerRole-1',
      context: { 'iam:PermissionsBoundary': 'arn:aws:iam::aws:policy/AdministratorAccess' },
    },
    {
      action: 'iam:DeleteRolePermissionsBoundary',
      arn: 'arn:aws:iam::123456789012:role/skydesk-prod-WorkerRole-1',
    },
    { action: 'iam:UpdateAssumeRolePolicy', arn: 'arn:aws:iam::123456789012:role/skydesk-prod-deployment' },
    { action: 'iam:CreatePolicyVersion', arn: boundaryArn },
    {
      action: 'iam:PassRole',
      arn: 'arn:aws:iam::123456789012:role/skydesk-prod-WorkerRole-1',
      context: { 'iam:PassedToService': 'ec2.amazonaws.com' },
    },
    {
      action: 'iam:PassRole',
      arn: 'arn:aws:iam::123456789012:role/Admin',
      context: { 'iam:PassedToService': 'lambda.amazonaws.com' },
    },
    {
      action: 'secretsmanager:GetSecretValue',
      arn: arn('secretsmanager', 'secret:skydesk-prod/service-AbCdEf'),
    },
    { action: 'lambda:InvokeFunction', arn: arn('lambda', 'function:skydesk-prod-worker') },
    { action: 'lambda:UpdateFunctionCode', arn: arn('lambda', 'function:payments') },
    { action: 'dynamodb:PutItem', arn: arn('dynamodb', 'table/skydesk-prod-Table-1A2B3C4D') },
    { action: 'dynamodb:DeleteTable', arn: arn('dynamodb', 'table/payments') },
  ])('does not allow $action on $arn', (one) => {
    expect(allowing(role, one)).toEqual([]);
  });
});

test('the packager hands the deployment role on to CloudFormation, if the parameter names one', async () => {
  expect((await packagedWithAgents(options)).provider.iam).toEqual({ deploymentRole: roleToDeploy });
  expect((await packaged()).provider.iam).toEqual({ deploymentRole: null });
});

describe('the policy of who deploys', () => {
  const deployer = iamPolicy('deployer');

  /** What these commands of AWS's SDK call, where the name of the action is another one. */
  const otherwise: Readonly<Record<string, readonly string[]>> = {
    HeadBucket: ['s3:ListBucket'],
    HeadObject: ['s3:GetObject'],
    ListObjectsV2: ['s3:ListBucket'],
    ListObjectVersions: ['s3:ListBucketVersions'],
    DeleteObjects: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
    GetObject: ['s3:GetObject'],
    GetFunction: ['lambda:GetFunction'],
  };

  test('allows each call by which the packager deploys and removes this stack', () => {
    const packager = path.join(import.meta.dirname, '../../../node_modules/serverless/lib/plugins/aws');
    const files = globSync(['{deploy,remove}/**/*.js', 'lib/*.js'], { cwd: packager }).map((file) =>
      readFileSync(path.join(packager, file), 'utf8'),
    );
    const commands = new Set(
      files.flatMap((text) => [...text.matchAll(/new (\w+)Command\(/g)].map(([, name]) => name ?? '')),
    );
    expect(commands.size).toBeGreaterThan(15);
    const forOthers = /Repositor|Image|SubscriptionFilter|StackPolicy|CallerIdentity/;
    const actions = [...commands]
      .filter((name) => !forOthers.test(name))
      .flatMap((name) => otherwise[name] ?? [`cloudformation:${name}`]);
    const allowed = deployer.statements.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => !allowed.includes(action))).toEqual([]);
  });

  test('allows each call by which npm run rollback reads and updates this stack', () => {
    const files = ['rollback.ts', 'deployment/deployments.ts', 'deployment/stack.ts'].map((file) =>
      readFileSync(path.join(import.meta.dirname, '../../../scripts', file), 'utf8'),
    );
    const commands = files.flatMap((text) =>
      [...text.matchAll(/new (\w+)Command\(|\bpaginate(\w+)\(/g)].map(
        ([, sent, paged]) => sent ?? paged ?? '',
      ),
    );
    expect(commands.sort()).toEqual([
      'DescribeStacks',
      'GetObject',
      'GetTemplate',
      'ListObjectsV2',
      'UpdateStack',
    ]);
    const allowed = deployer.statements.flatMap(({ Action }) => Action);
    expect(
      commands
        .flatMap((name) => otherwise[name] ?? [`cloudformation:${name}`])
        .filter((action) => !allowed.includes(action)),
    ).toEqual([]);
  });

  test('changes the stack through the deployment role alone', () => {
    const passes = (name: string, service: string) =>
      allowing(deployer, {
        action: 'iam:PassRole',
        arn: `arn:aws:iam::123456789012:role/${name}`,
        context: { 'iam:PassedToService': service },
      }).length > 0;
    expect(passes('skydesk-prod-deployment', 'cloudformation.amazonaws.com')).toBe(true);
    expect(passes('skydesk-prod-deployment', 'lambda.amazonaws.com')).toBe(false);
    expect(passes('skydesk-prod-WorkerRole-1', 'cloudformation.amazonaws.com')).toBe(false);
    const services = deployer.statements.flatMap(({ Action }) =>
      Action.map((action) => action.split(':')[0]),
    );
    expect(new Set(services)).toEqual(new Set(['cloudformation', 'iam', 's3', 'lambda']));
  });
});
