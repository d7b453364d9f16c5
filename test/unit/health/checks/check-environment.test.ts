import { describe, expect, test } from 'vitest';
import { environment } from '../../../../src/health/checks/check-environment.ts';
import { foundBy } from '../stub.ts';

const right = {
  SERVICE_BASE_URL: 'https://api.example.com',
  SERVICE_SECRET_ID: 'skydesk/service',
  SLACK_SIGNING_SECRET_ID: 'skydesk/slack-signing',
  SLACK_TOKEN_SECRET_ID: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:skydesk/slack-token-AbCdEf',
  QUEUE_URL: 'https://sqs.eu-west-1.amazonaws.com/000000000000/skydesk',
  TABLE_NAME: 'skydesk-prod.v2',
  AWS_REGION: 'us-gov-west-1',
};

const look = (more: Record<string, string>) =>
  foundBy(environment, () => ({}), { environment: { ...right, ...more } });

describe('is taken', () => {
  test.each<[string, Record<string, string>]>([
    ['what a deployment sets', {}],
    ['plain http on loopback', { SERVICE_BASE_URL: 'http://127.0.0.1:4010' }],
    ['localhost', { SERVICE_BASE_URL: 'http://localhost:4010/' }],
    ['a path before /v2', { SERVICE_BASE_URL: 'https://example.com/cloud/' }],
    [
      'another Slack and another command',
      { SLACK_API_URL: 'https://slack-gov.com/api/', SLACK_COMMAND: '/sky', SLOW_NOTICE_MS: '5000' },
    ],
    ['the MCP endpoint', { MCP_URL: 'https://abc123.execute-api.eu-west-1.amazonaws.com/mcp' }],
  ])('%s', async (_, more) => {
    expect(await look(more)).toEqual([{ state: 'ok', message: 'All variables are set.' }]);
  });
});

describe('a proxy', () => {
  const through = (names: string) =>
    `All variables are set. A proxy (HTTPS_PROXY) carries what is sent to ${names}.`;
  test.each<[string, Record<string, string>, string]>([
    ['for all', {}, through('the cloud API and Slack')],
    ['for Slack alone', { NO_PROXY: 'example.com' }, through('Slack')],
    ['for the cloud API alone', { NO_PROXY: 'slack.com' }, through('the cloud API')],
    [
      'for neither',
      { NO_PROXY: '*' },
      'All variables are set. There is a proxy (HTTPS_PROXY), through which neither the cloud API nor Slack is called.',
    ],
  ])('%s is named without its address', async (_, more, message) => {
    const proxy = { HTTPS_PROXY: 'http://ana:secret@proxy.example:3128' };
    expect(await look({ ...proxy, ...more })).toEqual([{ state: 'ok', message }]);
  });
});

describe('is not', () => {
  test.each([
    ['SERVICE_BASE_URL', 'ftp://cloud.ours'],
    ['SERVICE_BASE_URL', 'cloud.ours'],
    ['SERVICE_SECRET_ID', 'two words'],
    ['QUEUE_URL', 'our-queue'],
    ['TABLE_NAME', 'our table'],
    ['AWS_REGION', 'Ireland'],
    ['SLACK_API_URL', 'slack.ours'],
    ['SLACK_COMMAND', 'sky'],
    ['SLOW_NOTICE_MS', '2s'],
    ['SLACK_WAIT_MS', '5s'],
    ['MCP_URL', 'https://abc123.example'],
  ])('%s=%s', async (name, value) => {
    const [found, ...more] = await look({ [name]: value });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ state: 'wrong', message: `${name} has an invalid value.` });
    expect(found?.next).toMatch(new RegExp(`: ${name}=\\S+$`));
    expect(JSON.stringify(found)).not.toContain(value);
  });

  test.each(['xoxb-1-2-three', 'xapp-1-2', '{"botToken":"xoxb-1"}'])(
    'a secret in place of its name is reported without the secret: %s',
    async (value) => {
      const found = await look({ SLACK_TOKEN_SECRET_ID: value });
      expect(found).toMatchObject([
        { state: 'wrong', message: 'SLACK_TOKEN_SECRET_ID contains a secret instead of its name.' },
      ]);
      expect(JSON.stringify(found)).not.toContain(value);
    },
  );
});

test.each<[string, Record<string, string>]>([
  ['SERVICE_BASE_URL uses plain http, which exposes the password.', {}],
  [
    'SERVICE_BASE_URL uses plain http, which exposes the password, and goes past the proxy of HTTPS_PROXY.',
    { HTTPS_PROXY: 'http://proxy.example:3128' },
  ],
])('a password that would cross the network unprotected is a warning: %s', async (message, more) => {
  expect(await look({ SERVICE_BASE_URL: 'http://api.example.com', ...more })).toEqual([
    { state: 'warning', message, next: 'Use https://' },
  ]);
});
