import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CloudFormation, startCloudFormation } from '../../../support/cloudformation.ts';
import { runScript } from '../../../support/run-script.ts';

/** The outputs that CloudFormation has of skydesk-prod in eu-west-1, as deploy/outputs.yml names them. */
const outputs = {
  RequestUrl: 'https://abc123.execute-api.eu-west-1.amazonaws.com/slack/events',
  ServiceUrl: 'https://api.example.com',
  SlackSigningSecretName: 'skydesk-prod/slack-signing',
  SlackTokenSecretName: 'skydesk-prod/slack-token',
  ServiceSecretName: 'skydesk-prod/service',
  SlackCommand: '/sky',
  QueueUrl: 'http://127.0.0.1:9/000000000000/skydesk-prod-jobs',
  DeadLettersUrl: 'http://127.0.0.1:9/000000000000/skydesk-prod-dead',
  TableName: 'skydesk-prod-Table-ABC',
};

let cloudFormation: CloudFormation;
beforeAll(async () => {
  cloudFormation = await startCloudFormation({ name: 'skydesk-prod', region: 'eu-west-1', outputs });
});
beforeEach(() => cloudFormation.show(outputs));
afterAll(() => cloudFormation.close());

/** Runs a script with a login to AWS in eu-west-1, without the variables that the outputs give. */
const run = (script: string, args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runScript(`scripts/${script}.ts`, args, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_MAX_ATTEMPTS: '1',
    ...more,
  });

test('manifest has the address and the command of the stack', async () => {
  const { code, out, err } = await run('manifest', ['--stage', 'prod']);
  expect(code).toBe(0);
  expect(JSON.parse(out).features.slash_commands).toMatchObject([
    { command: '/sky', url: outputs.RequestUrl },
  ]);
  expect(JSON.parse(out)).not.toHaveProperty('mcp_servers');
  expect(err).toContain('https://api.slack.com/apps?new_app=1');
});

test('manifest lets Slackbot call a stack with agents turned on', async () => {
  cloudFormation.show({ ...outputs, McpUrl: 'https://abc123.execute-api.eu-west-1.amazonaws.com/mcp' });
  const { out } = await run('manifest', ['--stage', 'prod']);
  expect(JSON.parse(out)).toMatchObject({
    mcp_servers: { skydesk: { url: expect.stringMatching(/\/mcp$/) } },
  });
});

test('redrive asks the queues of the stack', async () => {
  const { code, err } = await run('redrive', ['--stage', 'prod', '--dry-run']);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The dead-letter queue couldn't be read: .*127\.0\.0\.1:9/),
  });
});

test.each([
  [
    'another stage',
    ['--stage', 'dev'],
    {},
    'There is no stack skydesk-dev in eu-west-1. Check --stage, --bot and --region.\n',
  ],
  [
    'another bot',
    ['--stage', 'prod', '--bot', 'ops'],
    {},
    'There is no stack ops-prod in eu-west-1. Check --stage, --bot and --region.\n',
  ],
  [
    'another region',
    ['--stage', 'prod', '--region', 'us-west-2'],
    {},
    'There is no stack skydesk-prod in us-west-2. Check --stage, --bot and --region.\n',
  ],
  [
    'a machine that can reach nothing',
    ['--stage', 'prod'],
    { AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:9' },
    /^The outputs of the stack skydesk-prod can't be read: .*\nCheck the login: aws sts get-caller-identity\n$/,
  ],
])('%s gets a sentence and exit code 1', async (_, args, more, sentence) => {
  const { code, err } = await run('redrive', args, more);
  expect({ code, err }).toEqual({
    code: 1,
    err: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  });
});

test('a stack without an output gets a sentence', async () => {
  cloudFormation.show({ QueueUrl: outputs.QueueUrl });
  const { code, err } = await run('redrive', ['--stage', 'prod']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The stack skydesk-prod has no output ServiceUrl. Deploy it once more.\n',
  });
});
