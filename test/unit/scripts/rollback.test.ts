import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DeployedStack, type Packed, startDeployedStack } from '../../support/deployed-stack.ts';
import { type Ended, runScript } from '../../support/run-script.ts';

const first: Packed = { at: '2026-11-09T09:00:00.000Z', version: '1.0.0+aaaaaaaa', records: 1 };
const second: Packed = { at: '2026-11-10T09:00:00.000Z', version: '1.0.1+bbbbbbbb', records: 1 };
const third: Packed = { at: '2026-11-21T09:00:00.000Z', version: '1.1.0+cccccccc', records: 1 };

let stack: DeployedStack;
beforeAll(async () => {
  stack = await startDeployedStack('skydesk-prod');
});
beforeEach(() => stack.deploy([first, second, third], third.at));
afterAll(() => stack.close());

/** Runs the command with a login to AWS, against the stack or another one. */
const rollback = (args: readonly string[] = [], { url } = stack): Promise<Ended> =>
  runScript('scripts/rollback.ts', ['--stage', 'prod', ...args], {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: url,
    AWS_MAX_ATTEMPTS: '1',
  });

test('the version before is deployed from the bucket, and the stack keeps its role and its tags', async () => {
  const { code, out, err } = await rollback();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(stack.deployed()).toBe(second.at);
  expect(
    out,
  ).toBe(`skydesk-prod is being rolled back from 1.1.0+cccccccc of 2026-11-21T09:00:00.000Z to 1.0.1+bbbbbbbb of 2026-11-10T09:00:00.000Z.
Done. Check it: npm run doctor -- --stage prod
The other way: npm run rollback -- --stage prod --to 2026-11-21T09:00:00.000Z
`);
  expect(stack.updates).toEqual([
    {
      Action: 'UpdateStack',
      Version: '2010-05-15',
      StackName: 'skydesk-prod',
      'Capabilities.member.1': 'CAPABILITY_IAM',
      TemplateURL: `https://bucket-of-the-stack.s3.eu-west-1.amazonaws.com/serverless/skydesk/prod/${Date.parse(second.at)}-${second.at}/compiled-cloudformation-template.json`,
    },
  ]);
});

test('rolled back once more, it is the version before that; with a time, that version, later or earlier', async () => {
  stack.deploy([first, second, third], second.at);
  await rollback();
  expect(stack.deployed()).toBe(first.at);
  await rollback(['--to', third.at]);
  expect(stack.deployed()).toBe(third.at);
});

test('a dry run says what it would do, and changes nothing', async () => {
  const { code, out } = await rollback(['--dry-run']);
  expect({ code, out }).toEqual({
    code: 0,
    out: 'skydesk-prod would be rolled back from 1.1.0+cccccccc of 2026-11-21T09:00:00.000Z to 1.0.1+bbbbbbbb of 2026-11-10T09:00:00.000Z. Nothing was changed.\n',
  });
  expect(stack.updates).toEqual([]);
});

const times = [first, second, third].map(({ at }) => at).join('\n');
test.each<[string, readonly Packed[], string, readonly string[], string]>([
  [
    'there is none before',
    [first, second, third],
    first.at,
    [],
    `The bucket of the stack has no deployment before that of ${first.at}. It has:\n${times}\nNothing was changed.\n`,
  ],
  [
    'there is none of that time',
    [first, second, third],
    third.at,
    ['--to', '2026-11-11T09:00:00Z'],
    `The bucket of the stack has no deployment of that time. It has:\n${times}\nNothing was changed.\n`,
  ],
  [
    'that one is deployed',
    [second, third],
    third.at,
    ['--to', third.at],
    `The deployment of ${third.at} is deployed. Nothing was changed.\n`,
  ],
  [
    'it reads earlier records',
    [second, { ...third, records: 2 }],
    third.at,
    [],
    'The records in the table have version 2, which 1.0.1+bbbbbbbb doesn’t read. Nothing was changed. Repair the deployed version, or restore the table to the time before it: docs/operations.md.\n',
  ],
  [
    'it uses another table',
    [second, { ...third, table: 'skydesk-prod-restored' }],
    third.at,
    [],
    `The deployment of ${second.at} uses another table. Nothing was changed. Check out its version and deploy that, with the parameters of now.\n`,
  ],
])('it is refused if %s', async (_, packed, deployed, args, sentence) => {
  stack.deploy(packed, deployed);
  expect(await rollback(args)).toEqual({ code: 1, out: '', err: sentence });
  expect(stack.updates).toEqual([]);
});

test('a version that doesn’t say which records it reads is taken for an earlier one', async () => {
  const { records: _, ...silent } = second;
  stack.deploy([silent, third], third.at);
  expect((await rollback()).err).toContain('which 1.0.1+bbbbbbbb doesn’t read');
  expect(stack.deployed()).toBe(third.at);
});

test('a later version of the records is no reason to stay', async () => {
  stack.deploy([second, { ...third, records: 2 }], second.at);
  await rollback(['--to', third.at]);
  expect(stack.deployed()).toBe(third.at);
});

test('an update that CloudFormation refuses is reported, and one that it takes back', async () => {
  stack.next('refused');
  expect(await rollback()).toMatchObject({
    code: 1,
    err: 'CloudFormation refused: Stack is in UPDATE_IN_PROGRESS state and can not be updated.\nNothing was changed.\n',
  });
  stack.next('fails');
  const { code, out, err } = await rollback();
  expect({ code, out }).toEqual({ code: 1, out: expect.not.stringContaining('Done') });
  expect(
    err,
  ).toBe(`CloudFormation doesn’t report that the stack was rolled back. If it failed, it restores what was deployed. Its events say why:
aws cloudformation describe-stack-events --stack-name skydesk-prod --region eu-west-1
`);
  expect(stack.deployed()).toBe(third.at);
});

test('a stack that was deployed from a release is rolled back with its files', async () => {
  const released = await startDeployedStack('skydesk-prod', { hasBucket: false });
  const { code, err } = await rollback([], released);
  await released.close();
  expect(code).toBe(1);
  expect(err).toContain('was deployed from the files of a release. Nothing was changed.');
});

test('without a stage it says so', async () => {
  expect(await runScript('scripts/rollback.ts')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--stage is missing'),
  });
});
