import { type Check, type Found, ok, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import type { Probes } from '../probes/probes.ts';

type Environment = Probes['environment'];

interface Variable {
  readonly name: string;
  readonly optional?: true;
  fits(value: string): boolean;
  /** The allowed values, as the end of a sentence. */
  readonly be: string;
  readonly example: string;
}

const isAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '';
const isNamed = (value: string): boolean => /^[\w/+=.@:-]{1,2048}$/.test(value);

const variables: readonly Variable[] = [
  {
    name: 'SERVICE_BASE_URL',
    fits: isAddress,
    be: 'the URL of the cloud API',
    example: 'https://api.example.com',
  },
  {
    name: 'SERVICE_SECRET_ID',
    fits: isNamed,
    be: 'the name or ARN of a secret',
    example: 'skydesk-prod/service',
  },
  {
    name: 'SLACK_SECRET_ID',
    fits: isNamed,
    be: 'the name or ARN of a secret',
    example: 'skydesk-prod/slack',
  },
  {
    name: 'QUEUE_URL',
    fits: isAddress,
    be: 'the URL of a queue',
    example: 'https://sqs.us-east-1.amazonaws.com/ACCOUNT/skydesk-prod-jobs',
  },
  {
    name: 'TABLE_NAME',
    fits: (value) => /^[\w.-]{3,255}$/.test(value),
    be: 'the name of a table',
    example: 'skydesk',
  },
  {
    name: 'AWS_REGION',
    fits: (value) => /^[a-z]{2}(-[a-z]+)+-\d$/.test(value),
    be: 'an AWS region',
    example: 'eu-west-1',
  },
  {
    name: 'SLACK_API_URL',
    optional: true,
    fits: isAddress,
    be: 'a URL, or leave it unset',
    example: 'https://slack.com/api/',
  },
  {
    name: 'SLACK_COMMAND',
    optional: true,
    fits: (value) => /^\/[a-z0-9_-]{1,31}$/.test(value),
    be: 'a slash command, or leave it unset',
    example: '/cloud',
  },
  {
    name: 'SLOW_NOTICE_MS',
    optional: true,
    fits: (value) => /^\d{1,10}$/.test(value),
    be: 'a number of milliseconds, or leave it unset',
    example: '2000',
  },
  {
    name: 'SLACK_WAIT_MS',
    optional: true,
    fits: (value) => /^\d{1,5}$/.test(value),
    be: 'a number of milliseconds, or leave it unset',
    example: '5000',
  },
  {
    name: 'MCP_URL',
    optional: true,
    fits: (value) => isAddress(value) && new URL(value).pathname === '/mcp',
    be: 'the URL of the MCP endpoint, or leave it unset where agents are turned off',
    example: 'https://ADDRESS-OF-THE-STACK/mcp',
  },
];

/** Whether a variable contains a secret itself in place of its name. The value is never shown. */
const isSecretItself = (value: string): boolean => /^\s*(\{|xox[a-z]-|xapp-)/.test(value);

/** Whether the value of a variable has the right form, so that probes can use it. */
export const isFit = (name: string, value: string): boolean =>
  value !== '' &&
  !isSecretItself(value) &&
  variables.every((variable) => variable.name !== name || variable.fits(value));

export const environment: Check = {
  name: checkNames.environment,
  system: 'this process',
  async run({ environment }) {
    const found = variables.flatMap((variable) => checkVariable(variable, environment[variable.name] ?? ''));
    const all = [...found, ...inTheClear(environment)];
    return all.length > 0 ? all : [ok('All variables are set.')];
  },
};

function checkVariable({ name, optional, fits, be, example }: Variable, value: string): Found[] {
  if (value === '') {
    const next = `Name the deployment (npm run doctor -- --stage prod), or set it to ${be}: ${name}=${example}`;
    return optional ? [] : [wrong(`${name} is not set.`, next)];
  }
  if (isSecretItself(value)) {
    const next = `Store it in Secrets Manager, set ${name} to its name, and rotate the exposed secret.`;
    return [wrong(`${name} contains a secret instead of its name.`, next)];
  }
  return fits(value) ? [] : [wrong(`${name} has an invalid value.`, `Set it to ${be}: ${name}=${example}`)];
}

/** Whether a URL is of this machine. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** Reports a cloud API that is called by plain http, which is fine for loopback only. */
function inTheClear({ SERVICE_BASE_URL: address = '' }: Environment): Found[] {
  if (!isAddress(address) || new URL(address).protocol === 'https:' || isLoopback(address)) return [];
  return [warning('SERVICE_BASE_URL uses plain http, which exposes the password.', 'Use https://')];
}
