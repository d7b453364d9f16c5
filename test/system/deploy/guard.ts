import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import { inWords, type Role, rightsFor } from './role.ts';

/** Stands between one function and the local AWS, and lets through what a role allows. */
export interface Guard {
  /** The function's environment, with this guard in place of AWS. */
  before(environment: Readonly<Record<string, string>>): Record<string, string>;
  /** The rights that were used, in words. */
  readonly used: ReadonlySet<string>;
  /** The calls that were refused, as `ACTION on RESOURCE` with the partition key if it is about an item. */
  readonly denied: ReadonlySet<string>;
  close(): Promise<void>;
}

const key = z.object({ pk: z.object({ S: z.string() }) });
const write = z.object({ TableName: z.string(), Key: key.optional(), Item: key.optional() });
const input = write.partial().extend({
  SecretId: z.string().optional(),
  FunctionName: z.string().optional(),
  QueueUrl: z.string().optional(),
  TransactItems: z.array(z.record(z.string(), write)).optional(),
});
type Input = z.infer<typeof input>;

/** The name of each service in a role, and the endpoint of its calls. */
const services = new Map([
  ['DynamoDB_20120810', { iam: 'dynamodb', endpoint: 'AWS_ENDPOINT_URL_DYNAMODB' }],
  ['AmazonSQS', { iam: 'sqs', endpoint: 'AWS_ENDPOINT_URL_SQS' }],
  ['secretsmanager', { iam: 'secretsmanager', endpoint: 'AWS_ENDPOINT_URL_SECRETS_MANAGER' }],
  ['Lambda', { iam: 'lambda', endpoint: 'AWS_ENDPOINT_URL_LAMBDA' }],
]);

/** The action that a call requests. */
interface Asked {
  readonly right: string;
  /** Partition key of the item that it is about. */
  readonly pk?: string | undefined;
}

/**
 * Lets through what a role allows.
 * @param names the logical names of resources, by service and the name that they have in the local AWS
 */
export async function startGuard(role: Role, names: Readonly<Record<string, string>>): Promise<Guard> {
  const used = new Set<string>();
  const denied = new Set<string>();
  let behind: Readonly<Record<string, string>> = {};

  function askedBy(iam: string, action: string, { TransactItems, ...call }: Input): readonly Asked[] {
    const ask = (kind: string, name: string, { Key, Item }: Pick<Input, 'Key' | 'Item'>): Asked => ({
      right: `${iam}:${kind} on ${names[`${iam}:${name}`] ?? name}`,
      pk: (Key ?? Item)?.pk.S,
    });
    if (TransactItems)
      return TransactItems.flatMap((item) =>
        Object.entries(item).map(([kind, of]) => ask(`${kind}Item`, of.TableName, of)),
      );
    const { TableName, SecretId, QueueUrl, FunctionName } = call;
    return [ask(action, TableName ?? SecretId ?? FunctionName ?? QueueUrl?.split('/').at(-1) ?? '', call)];
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, FunctionName] = /\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? [];
    // Only Lambda's calls say in their path what they ask for.
    const target = FunctionName ? 'Lambda.InvokeFunction' : String(request.headers['x-amz-target']);
    const [prefix = '', action = ''] = target.split('.');
    const contentType = String(request.headers['content-type']);
    const body = await text(request);
    const { iam = prefix, endpoint = '' } = services.get(prefix) ?? {};
    const content = FunctionName ? { FunctionName } : input.parse(JSON.parse(body));
    const calls = askedBy(iam, action, content).map(({ right, pk }) => ({
      asked: pk === undefined ? right : `${right}, of ${pk}`,
      rights: rightsFor(role, right, pk),
    }));
    const refused = calls.filter(({ rights }) => rights.length === 0).map(({ asked }) => asked);
    for (const asked of refused) denied.add(asked);
    if (refused.length > 0) {
      const refusal = { __type: 'AccessDeniedException', message: `not authorized: ${refused.join(', ')}` };
      response.writeHead(400, { 'content-type': contentType }).end(JSON.stringify(refusal));
      return;
    }
    for (const right of inWords(calls.flatMap(({ rights }) => rights))) used.add(right);
    const headers = {
      'content-type': contentType,
      'x-amz-target': target,
      authorization: String(request.headers.authorization),
      'x-amz-date': String(request.headers['x-amz-date']),
    };
    const path = FunctionName ? (request.url ?? '') : '';
    const answer = await fetch(`${behind[endpoint] ?? ''}${path}`, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': contentType }).end(await answer.text());
  }

  const { url, close } = await listenOnLoopback((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  return {
    used,
    denied,
    close,
    before(environment) {
      behind = environment;
      const endpoints = [...services.values()].map(({ endpoint }) => [endpoint, url]);
      const queues = ['QUEUE_URL', 'AGENT_QUEUE_URL'].map((name) => [
        name,
        `${url}${new URL(environment[name] ?? '').pathname}`,
      ]);
      return { ...environment, ...Object.fromEntries([...endpoints, ...queues]) };
    },
  };
}
