import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Flag, UsageError } from './command-line.ts';
import { readTime } from './read-time.ts';
import { webAddress } from './web-address.ts';

const require = createRequire(import.meta.url);

/** Path of osls, which packages and deploys serverless.yml. */
export const osls = require.resolve('serverless/bin/serverless.js');

/** The flags of osls that a package of Skydesk uses. */
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

/** The flags of osls that a deployment of Skydesk uses. */
export const deployOptions = {
  ...packageOptions,
  force: { type: 'boolean', description: 'deploys even if nothing has changed' },
} as const satisfies Readonly<Record<string, Flag>>;

type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>> & {
  readonly param?: readonly string[];
};

/** The names of the parameters that serverless.yml reads: `service`, which has no default, and those with one. */
function parameterNames(): readonly string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../serverless.yml'), 'utf8');
  const [, defaults = ''] = /^params:\n {2}default:\n((?: {4}.*\n)+)/m.exec(text) ?? [];
  return ['service', ...[...defaults.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)];
}

/** @throws UsageError for a parameter that osls would ignore, or answer with an error about a file */
function checkParameters(given: readonly string[]): void {
  const names = parameterNames();
  for (const parameter of given) {
    const [, name = parameter, value = ''] = /^(\w+)=(.*)$/.exec(parameter) ?? [];
    if (name === parameter) throw new UsageError(`--param needs NAME=VALUE; it is “${parameter}”.`);
    if (!names.includes(name)) {
      throw new UsageError(`serverless.yml has no parameter “${name}”; there are ${names.join(', ')}.`);
    }
    if (name === 'service') webAddress('--param service', value);
    if (name === 'mcp' && !['true', 'false'].includes(value)) {
      throw new UsageError(`--param mcp must be true or false; it is “${value}”.`);
    }
    if (name === 'restored' && value !== '') readTime('--param restored', value);
  }
}

/** Whether the flags name the cloud API, without which nothing can be deployed. */
export const namesService = ({ param = [] }: Values): boolean =>
  param.some((given) => given.startsWith('service='));

/** What a deployment needs, in a sentence. */
export const needsService =
  'A deployment needs the address of the cloud API: --param="service=https://ADDRESS-OF-THE-API"';

/**
 * The flags as osls takes them.
 * @throws UsageError for a parameter that serverless.yml does not have
 */
export function oslsArguments(values: Values): string[] {
  checkParameters(values.param ?? []);
  return Object.entries(values).flatMap(([flag, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${flag}`] : [value].flat().map((item) => `--${flag}=${item}`);
  });
}
