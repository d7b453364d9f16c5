import { expect, test } from 'vitest';
import { UsageError } from '../../../../scripts/command-line/command-line.ts';
import { oslsArguments } from '../../../../scripts/deployment/osls.ts';
import { runScript } from '../../../support/run-script.ts';

test('flags and parameters are passed on in the syntax of osls', () => {
  const values = { stage: 'prod', param: ['service=https://a.example?b=c', 'keepWarm=false'], force: true };
  expect(oslsArguments({ ...values, verbose: false, region: undefined })).toEqual([
    '--stage=prod',
    '--param=service=https://a.example?b=c',
    '--param=keepWarm=false',
    '--force',
  ]);
});

test.each([
  [
    'keepwarm=false',
    'serverless.yml has no parameter “keepwarm”; there are service, deploymentRole, bot, command, email, alarms, warnings, boundary, table, restored, logDays, keepWarm, mcp, mcpRate, gateway, omittedChoices, archiveBucket, archiveStream, subnets, securityGroups, httpsProxy, noProxy, configuration, policySha256.',
  ],
  ['mcp=yes', '--param mcp must be true or false; it is “yes”.'],
  ['gateway=aws', '--param gateway must be false or digitalocean; it is “aws”.'],
  ['service=', '--param service must be an http or https URL; it is “”.'],
  ['service=api.example.com', '--param service must be an http or https URL; it is “api.example.com”.'],
  ['restored=yesterday', '--param restored must be a time such as 2026-11-21T09:00:00Z; it is “yesterday”.'],
  [
    'restored=2026-11-21T09:00:00',
    '--param restored must be a time such as 2026-11-21T09:00:00Z; it is “2026-11-21T09:00:00”.',
  ],
  ['service', '--param needs NAME=VALUE; it is “service”.'],
  ['alarms=skydesk', '--param alarms must be own or the ARN of an SNS topic; it is “skydesk”.'],
  ['warnings=', '--param warnings must be own or the ARN of an SNS topic; it is “”.'],
  ['boundary=skydesk', '--param boundary must be the ARN of a policy; it is “skydesk”.'],
  ['deploymentRole=', '--param deploymentRole must be the ARN of a role; it is “”.'],
  [
    'archiveBucket=skydesk-prod-audit-log',
    '--param archiveBucket must be none or the ARN of a bucket; it is “skydesk-prod-audit-log”.',
  ],
  ['archiveStream=latest', '--param archiveStream must be the ARN of a stream of DynamoDB; it is “latest”.'],
  ['subnets=vpc-1', '--param subnets must be ids of subnets, separated by commas; it is “vpc-1”.'],
  [
    'securityGroups=sg-1,',
    '--param securityGroups must be ids of security groups, separated by commas; it is “sg-1,”.',
  ],
  [
    'httpsProxy=socks5://ana:secret@proxy.example.com',
    '--param httpsProxy must be a proxy, such as http://proxy.example.com:3128.',
  ],
  [
    'configuration=skydesk-prod-configuration',
    '--param configuration must be the ARN of a layer’s version; it is “skydesk-prod-configuration”.',
  ],
  ['policySha256=1a2b', '--param policySha256 must be a SHA-256 in hex; it is “1a2b”.'],
])('the parameter %s, which osls would ignore or not explain, is refused', (parameter, sentence) => {
  expect(() => oslsArguments({ param: [parameter] })).toThrow(new UsageError(sentence));
});

test('an address is refused if it would get no alarm and no warning', () => {
  const topic = 'arn:aws:sns:eu-central-1:1:ops';
  const param = ['email=ops@example.com', `alarms=${topic}`];
  expect(oslsArguments({ param })).toHaveLength(2);
  expect(() => oslsArguments({ param: [...param, `warnings=${topic}`] })).toThrow('Give no --param email');
});

test.each([['subnets=subnet-1,subnet-2'], ['securityGroups=sg-1']])('%s alone is refused', (parameter) => {
  expect(() => oslsArguments({ param: [parameter] })).toThrow(
    'Give --param subnets and --param securityGroups together',
  );
});

test.each([['configuration=arn:aws:lambda:eu-central-1:1:layer:own:7'], [`policySha256=${'0a'.repeat(32)}`]])(
  '%s alone is refused',
  (parameter) => {
    expect(() => oslsArguments({ param: [parameter] })).toThrow(
      'Give --param configuration and --param policySha256 together',
    );
  },
);

test('a deployment without the address of the cloud API is refused before a build', async () => {
  const { code, out, err } = await runScript('scripts/deploy.ts', ['--stage', 'prod']);
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: 'A deployment needs the address of the cloud API: --param="service=https://ADDRESS-OF-THE-API". Nothing was built or deployed.\nHelp: npm run deploy -- --help\n',
  });
});

test('only a deployment can be forced', async () => {
  expect((await runScript('scripts/deploy.ts', ['--help'])).out).toContain('--force');
  const { out } = await runScript('scripts/package.ts', ['--help']);
  expect(out).toContain('--param NAME=VALUE');
  expect(out).not.toMatch(/--force|deploys/);
});

test('entries are copied from the stream of the table in use, and of no other', () => {
  const bucket = 'archiveBucket=arn:aws:s3:::skydesk-prod-audit-log';
  const stream =
    'archiveStream=arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026-11-21T09:00:00.000';
  expect(oslsArguments({ param: [bucket] })).toHaveLength(1);
  expect(oslsArguments({ param: [bucket, stream, 'table=restored'] })).toHaveLength(3);
  expect(oslsArguments({ param: ['table=restored'] })).toHaveLength(1);
  for (const one of [stream, 'table=restored'])
    expect(() => oslsArguments({ param: [bucket, one] })).toThrow(
      'give --param table and --param archiveStream',
    );
});
