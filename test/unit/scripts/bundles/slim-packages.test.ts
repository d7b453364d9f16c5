import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as secretsManager from '@aws-sdk/client-secrets-manager';
import * as sqs from '@aws-sdk/client-sqs';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { optionsOf } from '../../../../scripts/build.ts';
import { clientDefaults } from '../../../../src/aws/sdk/client-config.ts';
import { filesIn, root, textOf } from '../../../support/imports.ts';

const sources = filesIn('src').map(textOf).join('\n');

/** The names that src imports from a package and that end so. */
const imported = (name: string, ending: RegExp): readonly string[] => [
  ...new Set(
    [...sources.matchAll(new RegExp(`import (?:type )?\\{([^}]+)\\} from '@aws-sdk/${name}'`, 'g'))]
      .flatMap(([, list = '']) => list.split(','))
      .map((one) => one.trim())
      .filter((one) => ending.test(one)),
  ),
];

/** The clients of src: the package, the class, the packages of its commands, and the base of its error classes. */
const clients = [
  {
    name: 'client-dynamodb',
    sdk: dynamodb,
    client: 'DynamoDBClient',
    commands: ['client-dynamodb', 'lib-dynamodb'],
    base: dynamodb.DynamoDBServiceException,
  },
  {
    name: 'client-sqs',
    sdk: sqs,
    client: 'SQSClient',
    commands: ['client-sqs'],
    base: sqs.SQSServiceException,
  },
  {
    name: 'client-secrets-manager',
    sdk: secretsManager,
    client: 'SecretsManagerClient',
    commands: ['client-secrets-manager'],
    base: secretsManager.SecretsManagerServiceException,
  },
] as const;
type ClientOf = (typeof clients)[number];

/** The fields of the errors that src reads. */
const fields = {
  Item: { pk: { S: 'change#1' } },
  CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
};

let folder: string;
/** The commands, clients and error classes that src uses, bundled as in the worker. */
let bundled: Readonly<Record<string, new (input: object) => { send(command: object): Promise<unknown> }>>;
/** What the service answers, with status 400. */
let answer: object = {};
const aws = await listenOnLoopback((_, response) => {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
});

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skydesk-'));
  const contents = clients.flatMap(({ name, client, commands }) => [
    `export { ${[client, ...imported(name, /Exception$/)].join()} } from '@aws-sdk/${name}';`,
    ...commands.map((from) => `export { ${imported(from, /Command$/).join()} } from '@aws-sdk/${from}';`),
  ]);
  const { entryPoints, ...options } = optionsOf('worker');
  const { outputFiles = [] } = await esbuild.build({
    ...options,
    stdin: { contents: contents.join('\n'), resolveDir: root },
    write: false,
  });
  const file = path.join(folder, 'bundled.cjs');
  writeFileSync(file, outputFiles[0]?.contents ?? '');
  bundled = createRequire(import.meta.url)(file);
});
afterAll(async () => {
  await aws.close();
  rmSync(folder, { recursive: true });
});

/** The error that a command of the bundle rejects with, if the service answers with this name. */
async function failed({ client }: ClientOf, command: string, name: string): Promise<unknown> {
  answer = { __type: `com.amazonaws#${name}`, message: 'No', ...fields };
  const [Client, Command] = [bundled[client], bundled[command]];
  if (!(Client && Command)) throw new Error(`The bundle has no ${client} or no ${command}`);
  const config = { ...clientDefaults(), maxAttempts: 1, region: 'us-east-1', endpoint: aws.url };
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return new Client({ ...config, credentials }).send(new Command({})).catch((error: unknown) => error);
}

/** The error classes of a client that have a name of their own. */
const errorClassesOf = ({ sdk, base }: ClientOf) =>
  Object.entries(sdk).filter(([, one]) => typeof one === 'function' && one.prototype instanceof base);

test.each(clients)(
  'each command of $client rejects with the classes that src distinguishes, and their fields',
  async (client) => {
    const commands = client.commands.flatMap((name) => imported(name, /Command$/));
    expect(commands.length).toBeGreaterThan(0);
    const distinguished = imported(client.name, /Exception$/);
    for (const command of commands)
      for (const name of distinguished) {
        const error = await failed(client, command, name);
        const Class = bundled[name];
        expect(Class && error instanceof Class, `${command}: ${name}`).toBe(true);
        expect(error).toMatchObject(
          name.startsWith('Conditional')
            ? { Item: fields.Item }
            : { CancellationReasons: fields.CancellationReasons },
        );
      }
  },
);

test.each(clients)('each error of $client keeps its name, and what the SDK retries by', async (client) => {
  const [command = ''] = client.commands.flatMap((name) => imported(name, /Command$/));
  const classes = errorClassesOf(client);
  expect(classes.length).toBeGreaterThan(8);
  for (const [name, Class] of classes) {
    const whole = Object(Reflect.construct(Object(Class), [{ message: 'No', $metadata: {} }]));
    const error = Object(await failed(client, command, name));
    expect([error.name, error.$fault !== undefined, error.$retryable]).toEqual([
      whole.name,
      true,
      whole.$retryable,
    ]);
  }
});

test('src distinguishes two classes, both of DynamoDB', () => {
  const distinguished = clients.flatMap(({ name }) => imported(name, /Exception$/));
  expect(distinguished.toSorted()).toEqual([
    'ConditionalCheckFailedException',
    'TransactionCanceledException',
  ]);
});
