import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listenOnLoopback } from '../../../local/loopback/listen.ts';
import type { Denied } from './packaged.ts';

/** Stands between one function and the local AWS, and lets through what a role allows. */
export interface Guard {
  /** The function's environment, with this guard in place of AWS. */
  before(environment: Readonly<Record<string, string>>): Record<string, string>;
  /** What was called and allowed, as `ACTION on RESOURCE`. */
  readonly used: ReadonlySet<string>;
  /** What was called and refused. */
  readonly denied: ReadonlySet<string>;
  close(): Promise<void>;
}

const key = z.object({ pk: z.object({ S: z.string() }) });
const input = z.object({
  TableName: z.string().optional(),
  Key: key.optional(),
  SecretId: z.string().optional(),
  QueueUrl: z.string().optional(),
  TransactItems: z
    .array(z.record(z.string(), z.object({ TableName: z.string(), Key: key.optional() })))
    .optional(),
});
type Input = z.infer<typeof input>;

/** What each service is called in a role, and where its calls go. */
const services = new Map([
  ['DynamoDB_20120810', { iam: 'dynamodb', endpoint: 'AWS_ENDPOINT_URL_DYNAMODB' }],
  ['AmazonSQS', { iam: 'sqs', endpoint: 'AWS_ENDPOINT_URL_SQS' }],
  ['secretsmanager', { iam: 'secretsmanager', endpoint: 'AWS_ENDPOINT_URL_SECRETS_MANAGER' }],
]);

/**
 * Lets through what is allowed, and not denied.
 * @param names the logical names of resources, by service and the name that they have in the local AWS
 */
export async function startGuard(
  allowed: readonly string[],
  names: Readonly<Record<string, string>>,
  denies: readonly Denied[] = [],
): Promise<Guard> {
  const used = new Set<string>();
  const denied = new Set<string>();
  let behind: Readonly<Record<string, string>> = {};

  function rightsFor(iam: string, action: string, asked: Input): string[] {
    const { TableName, SecretId, QueueUrl, TransactItems, Key } = asked;
    if (TransactItems) {
      return TransactItems.flatMap((item) =>
        Object.entries(item).map(([kind, { TableName: name, Key }]) => right(iam, `${kind}Item`, name, Key)),
      );
    }
    return [right(iam, action, TableName ?? SecretId ?? QueueUrl?.split('/').at(-1) ?? '', Key)];
  }

  /** The right that a call needs; one that the role denies on this item is another, which it does not have. */
  function right(iam: string, action: string, name: string, of?: z.infer<typeof key>): string {
    const plain = `${iam}:${action} on ${names[`${iam}:${name}`] ?? name}`;
    const [part = ''] = of?.pk.S.split('#') ?? [];
    const denied = denies.some((deny) => deny.right === plain && deny.keys.includes(`${part}#*`));
    return denied ? `${plain}, of ${part}` : plain;
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = String(request.headers['x-amz-target']);
    const [prefix = '', action = ''] = target.split('.');
    const contentType = String(request.headers['content-type']);
    const body = await text(request);
    const { iam = prefix, endpoint = '' } = services.get(prefix) ?? {};
    const rights = rightsFor(iam, action, input.parse(JSON.parse(body)));
    const refused = rights.filter((right) => !allowed.includes(right));
    for (const right of refused) denied.add(right);
    if (refused.length > 0) {
      const content = { __type: 'AccessDeniedException', message: `not authorized: ${refused.join(', ')}` };
      response.writeHead(400, { 'content-type': contentType }).end(JSON.stringify(content));
      return;
    }
    for (const right of rights) used.add(right);
    const headers = {
      'content-type': contentType,
      'x-amz-target': target,
      authorization: String(request.headers.authorization),
      'x-amz-date': String(request.headers['x-amz-date']),
    };
    const answer = await fetch(behind[endpoint] ?? '', { method: 'POST', headers, body });
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
      const queue = new URL(environment.QUEUE_URL ?? '').pathname;
      const endpoints = [...services.values()].map(({ endpoint }) => [endpoint, url]);
      return { ...environment, ...Object.fromEntries(endpoints), QUEUE_URL: `${url}${queue}` };
    },
  };
}
