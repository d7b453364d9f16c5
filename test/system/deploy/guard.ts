import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listenOnLoopback } from '../../../src/playground/aws/index.ts';

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

const input = z.object({
  TableName: z.string().optional(),
  SecretId: z.string().optional(),
  QueueUrl: z.string().optional(),
  TransactItems: z.array(z.record(z.string(), z.object({ TableName: z.string() }))).optional(),
});
type Input = z.infer<typeof input>;

/** What each service is called in a role, and where its calls go. */
const services: Readonly<Record<string, { iam: string; endpoint: string }>> = {
  DynamoDB_20120810: { iam: 'dynamodb', endpoint: 'AWS_ENDPOINT_URL_DYNAMODB' },
  AmazonSQS: { iam: 'sqs', endpoint: 'AWS_ENDPOINT_URL_SQS' },
  secretsmanager: { iam: 'secretsmanager', endpoint: 'AWS_ENDPOINT_URL_SECRETS_MANAGER' },
};

/** @param names the logical names of resources, by service and the name that they have in the local AWS */
export async function startGuard(
  allowed: readonly string[],
  names: Readonly<Record<string, string>>,
): Promise<Guard> {
  const used = new Set<string>();
  const denied = new Set<string>();
  let behind: Readonly<Record<string, string>> = {};

  function rightsFor(iam: string, action: string, asked: Input): string[] {
    const { TableName, SecretId, QueueUrl, TransactItems } = asked;
    if (TransactItems) {
      return TransactItems.flatMap((item) =>
        Object.entries(item).map(([kind, { TableName: name }]) => right(iam, `${kind}Item`, name)),
      );
    }
    return [right(iam, action, TableName ?? SecretId ?? QueueUrl?.split('/').at(-1) ?? '')];
  }

  const right = (iam: string, action: string, name: string): string =>
    `${iam}:${action} on ${names[`${iam}:${name}`] ?? name}`;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = String(request.headers['x-amz-target']);
    const [prefix = '', action = ''] = target.split('.');
    const contentType = String(request.headers['content-type']);
    const body = await text(request);
    const { iam = prefix, endpoint = '' } = services[prefix] ?? {};
    const rights = rightsFor(iam, action, input.parse(JSON.parse(body)));
    const refused = rights.filter((one) => !allowed.includes(one));
    for (const one of refused) denied.add(one);
    if (refused.length > 0) {
      const content = { __type: 'AccessDeniedException', message: `not authorized: ${refused.join(', ')}` };
      response.writeHead(400, { 'content-type': contentType }).end(JSON.stringify(content));
      return;
    }
    for (const one of rights) used.add(one);
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
      const endpoints = Object.values(services).map(({ endpoint }) => [endpoint, url]);
      return { ...environment, ...Object.fromEntries(endpoints), QUEUE_URL: `${url}${queue}` };
    },
  };
}
