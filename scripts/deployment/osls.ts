import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { proxyIn } from '../../src/http/proxy.ts';
import { type Flag, UsageError } from '../command-line/command-line.ts';
import { readTime, webAddress } from '../command-line/given-values.ts';

const require = createRequire(import.meta.url);

/** Path of osls, which packages and deploys serverless.yml. */
export const osls = require.resolve('serverless/bin/serverless.js');

export const packageOptions = {
  stage: { type: 'string', value: 'NAME', description: "part of the stack's name; default dev" },
  region: { type: 'string', value: 'REGION', description: 'default AWS_REGION, else us-east-1' },
  param: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    description: 'a parameter of serverless.yml; can be repeated',
  },
  'aws-profile': { type: 'string', value: 'PROFILE', description: 'a profile of the AWS command line' },
  verbose: { type: 'boolean', description: 'prints more' },
} as const satisfies Readonly<Record<string, Flag>>;

export const deployOptions = {
  ...packageOptions,
  force: { type: 'boolean', description: 'deploys even if nothing has changed' },
} as const satisfies Readonly<Record<string, Flag>>;

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>> & {
  readonly param?: readonly string[];
};

/** Returns the names of the parameters that serverless.yml reads: the two without a default, and those with one. */
export function parameterNames(): readonly string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../../serverless.yml'), 'utf8');
  const [, defaults = ''] = /^params:\n {2}default:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
  return [
    'service',
    'deploymentRole',
    ...[...defaults.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name),
  ];
}

const topic = ['own or the ARN of an SNS topic', /^(own|arn:aws[\w-]*:sns:.+)$/] as const;

/** Validates the values of parameters. Each throws a `UsageError` for an invalid value. */
const checks: Readonly<Record<string, (value: string) => unknown>> = {
  service: (value) => webAddress('--param service', value),
  restored: (value) => value === '' || readTime('--param restored', value),
  mcp: (value) => mustBe('mcp', 'true or false', /^(true|false)$/, value),
  gateway: (value) => mustBe('gateway', 'false or digitalocean', /^(false|digitalocean)$/, value),
  archiveBucket: (value) =>
    mustBe('archiveBucket', 'none or the ARN of a bucket', /^(none|arn:aws[\w-]*:s3:::[a-z0-9.-]+)$/, value),
  archiveStream: (value) =>
    mustBe(
      'archiveStream',
      'the ARN of a stream of DynamoDB',
      /^(arn:aws[\w-]*:dynamodb:.*:table\/.+\/stream\/.+)?$/,
      value,
    ),
  boundary: (value) =>
    mustBe('boundary', 'the ARN of a policy', /^(arn:aws[\w-]*:iam::.*:policy\/.+)?$/, value),
  deploymentRole: (value) =>
    mustBe('deploymentRole', 'the ARN of a role', /^arn:aws[\w-]*:iam::\d+:role\/.+$/, value),
  subnets: (value) => mustBe('subnets', 'ids of subnets, separated by commas', idsOf('subnet'), value),
  securityGroups: (value) =>
    mustBe('securityGroups', 'ids of security groups, separated by commas', idsOf('sg'), value),
  httpsProxy: (value) => mustBeProxy(value),
  configuration: (value) =>
    mustBe(
      'configuration',
      'the ARN of a layer’s version',
      /^(arn:aws[\w-]*:lambda:.+:layer:.+:\d+)?$/,
      value,
    ),
  policySha256: (value) => mustBe('policySha256', 'a SHA-256 in hex', /^([0-9a-f]{64})?$/, value),
  alarms: (value) => mustBe('alarms', ...topic, value),
  warnings: (value) => mustBe('warnings', ...topic, value),
};

const idsOf = (kind: string): RegExp => new RegExp(`^(${kind}-\\w+(,${kind}-\\w+)*)?$`);

/** The value may have a password, so it is not repeated. */
function mustBeProxy(value: string): void {
  try {
    proxyIn({ HTTPS_PROXY: value });
  } catch {
    throw new UsageError('--param httpsProxy must be a proxy, such as http://proxy.example.com:3128.');
  }
}

function mustBe(name: string, what: string, pattern: RegExp, value: string): void {
  if (!pattern.test(value)) throw new UsageError(`--param ${name} must be ${what}; it is “${value}”.`);
}

/** Parameters that need each other, and why. */
const together = [
  ['subnets', 'securityGroups', 'the worker needs both'],
  ['configuration', 'policySha256', 'npm run configure prints both'],
] as const;

/** @throws UsageError for a parameter that osls would ignore, or answer with an error about a file */
const checkParameters = (given: readonly string[]): void => checkTogether(valuesOf(given));

function valuesOf(given: readonly string[]): ReadonlyMap<string, string> {
  const names = parameterNames();
  const values = new Map<string, string>();
  for (const parameter of given) {
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(parameter) ?? [];
    if (name === undefined) throw new UsageError(`--param needs NAME=VALUE; it is “${parameter}”.`);
    if (!names.includes(name))
      throw new UsageError(`serverless.yml has no parameter “${name}”; there are ${names.join(', ')}.`);
    checks[name]?.(value);
    values.set(name, value);
  }
  return values;
}

function checkTogether(values: ReadonlyMap<string, string>): void {
  const isOwn = (name: string): boolean => (values.get(name) ?? 'own') === 'own';
  if (values.get('email') && !isOwn('alarms') && !isOwn('warnings'))
    throw new UsageError(
      'Give no --param email with both --param alarms and --param warnings: such topics have recipients of their own.',
    );
  for (const [first, second, why] of together)
    if (Boolean(values.get(first)) !== Boolean(values.get(second)))
      throw new UsageError(`Give --param ${first} and --param ${second} together: ${why}.`);
  const archives = (values.get('archiveBucket') ?? 'none') !== 'none';
  if (archives && Boolean(values.get('table')) !== Boolean(values.get('archiveStream')))
    throw new UsageError(
      'With --param archiveBucket, give --param table and --param archiveStream together: entries are copied from the stream of the table in use.',
    );
  if (values.get('service') && (values.get('gateway') ?? 'false') !== 'false')
    throw new UsageError('Give --param service or --param gateway: Skydesk calls one cloud API.');
}

/** Whether the flags name the cloud API, which every deployment needs, or a gateway to one. */
export const namesService = ({ param = [] }: Values): boolean =>
  param.some((given) => /^(service=|gateway=(?!false$))/.test(given));

export const needsService =
  'A deployment needs the address of the cloud API: --param="service=https://ADDRESS-OF-THE-API"';

/**
 * Converts the flags to arguments of osls.
 * @throws UsageError for a parameter that serverless.yml does not have
 */
export function oslsArguments(values: Values): string[] {
  checkParameters(values.param ?? []);
  return Object.entries(values).flatMap(([flag, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${flag}`] : [value].flat().map((item) => `--${flag}=${item}`);
  });
}
