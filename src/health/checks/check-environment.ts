import { list } from '../../core/list.ts';
import { proxyIn } from '../../http/proxy.ts';
import { type Check, type CheckResult, ok, warning, wrong } from '../probes/check.ts';
import { checkNames } from '../probes/check-names.ts';
import type { Probes } from '../probes/probes.ts';

type Environment = Probes['environment'];

interface Variable {
  fits(value: string): boolean;
  /** Describes the allowed values, as the end of a sentence. */
  readonly be: string;
  readonly example: string;
}

const isAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '';
const matching =
  (pattern: RegExp) =>
  (value: string): boolean =>
    pattern.test(value);
const isNamed = matching(/^[\w/+=.@:-]{1,2048}$/);

const requiredVariables: Readonly<Record<string, Variable>> = {
  SERVICE_BASE_URL: { fits: isAddress, be: 'the URL of the cloud API', example: 'https://api.example.com' },
  SERVICE_SECRET_ID: { fits: isNamed, be: 'the name or ARN of a secret', example: 'skydesk-prod/service' },
  SLACK_SIGNING_SECRET_ID: {
    fits: isNamed,
    be: 'the name or ARN of a secret',
    example: 'skydesk-prod/slack-signing',
  },
  SLACK_TOKEN_SECRET_ID: {
    fits: isNamed,
    be: 'the name or ARN of a secret',
    example: 'skydesk-prod/slack-token',
  },
  QUEUE_URL: {
    fits: isAddress,
    be: 'the URL of a queue',
    example: 'https://sqs.us-east-1.amazonaws.com/ACCOUNT/skydesk-prod-jobs',
  },
  TABLE_NAME: { fits: matching(/^[\w.-]{3,255}$/), be: 'the name of a table', example: 'skydesk' },
  AWS_REGION: { fits: matching(/^[a-z]{2}(-[a-z]+)+-\d$/), be: 'an AWS region', example: 'eu-west-1' },
};

const optionalVariables: Readonly<Record<string, Variable>> = {
  SLACK_API_URL: { fits: isAddress, be: 'a URL, or leave it unset', example: 'https://slack.com/api/' },
  SLACK_COMMAND: {
    fits: matching(/^\/[a-z0-9_-]{1,31}$/),
    be: 'a slash command, or leave it unset',
    example: '/cloud',
  },
  SLOW_NOTICE_MS: {
    fits: matching(/^\d{1,10}$/),
    be: 'a number of milliseconds, or leave it unset',
    example: '2000',
  },
  SLACK_WAIT_MS: {
    fits: matching(/^\d{1,5}$/),
    be: 'a number of milliseconds, or leave it unset',
    example: '5000',
  },
  MCP_URL: {
    fits: (value) => isAddress(value) && new URL(value).pathname === '/mcp',
    be: 'the URL of the MCP endpoint, or leave it unset where agents are turned off',
    example: 'https://ADDRESS-OF-THE-STACK/mcp',
  },
};

/** The variable that no other function has. */
const ofReceiver = 'SLACK_SIGNING_SECRET_ID';

const variables = { ...requiredVariables, ...optionalVariables };

/** Whether a variable contains a secret instead of the secret's name. The value is never shown. */
const isSecretItself = (value: string): boolean => /^\s*(\{|xox[a-z]-|xapp-)/.test(value);

/** Whether the value of a variable is well-formed, so that probes can use it. */
export const isFit = (name: string, value: string): boolean =>
  value !== '' && !isSecretItself(value) && (variables[name]?.fits(value) ?? true);

export const environment: Check = {
  name: checkNames.environment,
  system: 'this process',
  async run({ environment, secrets }) {
    const found = Object.entries(variables).flatMap(([name, variable]) =>
      name === ofReceiver && !secrets.signing ? [] : checkVariable(name, variable, environment[name] ?? ''),
    );
    const all = [...found, ...inTheClear(environment)];
    return all.length > 0 ? all : [ok(`All variables are set.${throughProxy(environment)}`)];
  },
};

function checkVariable(name: string, { fits, be, example }: Variable, value: string): CheckResult[] {
  if (value === '') {
    const next = `Name the deployment (npm run doctor -- --stage prod), or set it to ${be}: ${name}=${example}`;
    return name in optionalVariables ? [] : [wrong(`${name} is not set.`, next)];
  }
  if (isSecretItself(value)) {
    const next = `Store it in Secrets Manager, set ${name} to its name, and rotate the exposed secret.`;
    return [wrong(`${name} contains a secret instead of its name.`, next)];
  }
  return fits(value) ? [] : [wrong(`${name} has an invalid value.`, `Set it to ${be}: ${name}=${example}`)];
}

/** Whether a URL points to this machine. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** Says what is called through the proxy, if there is one; never its address, which may have a password. */
function throughProxy(environment: Environment): string {
  const proxy = proxyIn(environment);
  if (!proxy) return '';
  const { SERVICE_BASE_URL: service = '', SLACK_API_URL } = environment;
  const called = { 'the cloud API': service, Slack: SLACK_API_URL || 'https://slack.com/api/' };
  const carried = Object.entries(called).flatMap(([name, url]) =>
    proxy.carries(new URL(url)) ? [name] : [],
  );
  return carried.length === 0
    ? ' There is a proxy (HTTPS_PROXY), through which neither the cloud API nor Slack is called.'
    : ` A proxy (HTTPS_PROXY) carries what is sent to ${list(carried)}.`;
}

/**
 * Reports a cloud API that is called over plain HTTP, which only loopback may use. Such requests go past a proxy, which is for HTTPS
 * alone.
 */
function inTheClear(environment: Environment): CheckResult[] {
  const { SERVICE_BASE_URL: address = '' } = environment;
  if (!isAddress(address) || new URL(address).protocol === 'https:' || isLoopback(address)) return [];
  const past = proxyIn(environment) ? ', and goes past the proxy of HTTPS_PROXY' : '';
  return [warning(`SERVICE_BASE_URL uses plain http, which exposes the password${past}.`, 'Use https://')];
}
