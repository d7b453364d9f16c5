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

test('a password that would cross the network unprotected is a warning', async () => {
  expect(await look({ SERVICE_BASE_URL: 'http://api.example.com' })).toEqual([
    {
      state: 'warning',
      message: 'SERVICE_BASE_URL uses plain http, which exposes the password.',
      next: 'Use https://',
    },
  ]);
});
