import { beforeAll, expect, test } from 'vitest';
import { functionsWithAgents, type Packaged, packagedWithAgents } from './packaged.ts';

let made: Packaged;
let without: Packaged;
beforeAll(async () => {
  made = await packagedWithAgents([
    '--param=subnets=subnet-1,subnet-2',
    '--param=securityGroups=sg-1',
    '--param=httpsProxy=http://proxy.example.com:3128',
    '--param=noProxy=.corp.example',
  ]);
  without = await packagedWithAgents();
});

const propertiesOf = (name: string, { template } = made): Record<string, unknown> =>
  template.Resources[name]?.Properties ?? {};
const logical = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}LambdaFunction`;
const environmentOf = (name: string, packaged?: Packaged): Record<string, unknown> =>
  Object(propertiesOf(logical(name), packaged).Environment).Variables;

/** Whether the parameter names subnets: the condition of all that follows from them. */
const condition = ({ template }: Packaged): unknown => template.Conditions.HasSubnets;

test('is that of the worker alone, and of nobody without subnets', () => {
  const inside = functionsWithAgents.filter((name) => 'VpcConfig' in propertiesOf(logical(name)));
  expect(inside).toEqual(['worker']);
  expect(propertiesOf('WorkerLambdaFunction').VpcConfig).toEqual({
    'Fn::If': [
      'HasSubnets',
      {
        SubnetIds: { 'Fn::Split': [',', 'subnet-1,subnet-2'] },
        SecurityGroupIds: { 'Fn::Split': [',', 'sg-1'] },
      },
      { Ref: 'AWS::NoValue' },
    ],
  });
  const isNotEmpty = (value: string) => ({ 'Fn::Not': [{ 'Fn::Equals': [value, ''] }] });
  expect(condition(made)).toEqual(isNotEmpty('subnet-1,subnet-2'));
  expect(condition(without)).toEqual(isNotEmpty(''));
});

test('is entered with rights that Lambda uses in the worker’s name, and the worker’s code may not', () => {
  const policy = made.template.Resources.WorkerNetwork;
  expect(policy?.Condition).toBe('HasSubnets');
  expect(policy?.Properties.RoleName).toEqual({ Ref: 'WorkerRole' });
  const { FunctionName } = propertiesOf('WorkerLambdaFunction');
  // Those of AWSLambdaVPCAccessExecutionRole, without the log.
  const Action = [
    'ec2:CreateNetworkInterface',
    'ec2:DescribeNetworkInterfaces',
    'ec2:DescribeSubnets',
    'ec2:DeleteNetworkInterface',
    'ec2:AssignPrivateIpAddresses',
    'ec2:UnassignPrivateIpAddresses',
  ];
  const itself = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${FunctionName}`;
  expect(Object(policy?.Properties.PolicyDocument).Statement).toEqual([
    { Effect: 'Allow', Action, Resource: '*' },
    {
      Effect: 'Deny',
      Action,
      Resource: '*',
      Condition: { ArnEquals: { 'lambda:SourceFunctionArn': { 'Fn::Sub': itself } } },
    },
  ]);
});

test('is entered after the rights exist, and left before they end', () => {
  expect(made.template.Resources.WorkerLambdaFunction?.Metadata).toEqual({
    Network: { 'Fn::If': ['HasSubnets', { Ref: 'WorkerNetwork' }, ''] },
  });
});

test('has a proxy for the worker alone: no other function calls anything but AWS and, from outside, Slack', () => {
  expect(environmentOf('worker')).toMatchObject({
    HTTPS_PROXY: 'http://proxy.example.com:3128',
    NO_PROXY: '.corp.example',
  });
  expect(environmentOf('worker', without)).toMatchObject({ HTTPS_PROXY: '', NO_PROXY: '' });
  const others = functionsWithAgents.filter((name) => name !== 'worker');
  for (const name of others) expect(environmentOf(name)).not.toHaveProperty('HTTPS_PROXY');
});
