import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Lambda } from './lambda.ts';

const largestBody = 10 * 1024 * 1024;
/** A route of the HTTP API, and the function that it invokes. */
export interface Route {
  readonly method: 'POST' | 'ANY';
  readonly path: string;
  readonly lambda: Pick<Lambda, 'invoke'>;
}

/** Content types that an HTTP API passes on as text; it base64-encodes all other bodies. */
const textual = /^(text\/|application\/(json|javascript|xml)\b)/i;

/**
 * Serves functions like an API Gateway HTTP API. A result without a status code becomes the JSON body of a 200. Requests without
 * a route get 404; a function that fails, 500.
 */
export function gateway(routes: readonly Route[]): RequestListener {
  return (request, response) => {
    handle(routes, request, response).catch(() => {
      if (!response.headersSent) answerJson(response, 500, { message: 'Internal Server Error' });
    });
  };
}

async function handle(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { path } = pathAndQuery(request);
  const route = routes.find((one) => one.path === path && ['ANY', request.method].includes(one.method));
  if (!route) return answerJson(response, 404, { message: 'Not Found' });
  const body = await buffer(request);
  if (body.length > largestBody) return answerJson(response, 413, { message: 'Request Entity Too Large' });
  const result = await route.lambda.invoke(httpApiEvent(request, body, `${route.method} ${path}`));
  if (isObject(result) && typeof result.statusCode === 'number') answer(response, result.statusCode, result);
  else answerJson(response, 200, result);
}

/** Converts a request to an HTTP API event, payload format 2.0. */
export function httpApiEvent(
  request: IncomingMessage,
  body: Buffer,
  routeKey: string,
): APIGatewayProxyEventV2 {
  const { path, query } = pathAndQuery(request);
  const headers = joinedHeaders(request);
  const now = new Date();
  const isText = textual.test(headers['content-type'] ?? '');
  const parameters = parametersOf(query);
  const cookies = headers.cookie?.split(/;\s*/);
  delete headers.cookie;
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(cookies && { cookies }),
    headers,
    ...(parameters && { queryStringParameters: parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'local.execute-api.localhost',
      domainPrefix: 'local',
      http: {
        method: request.method ?? '',
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: accessLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
}

function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(request.headersDistinct);
  return Object.fromEntries(
    pairs.map(([name, values = []]) => [name, values.join(name === 'cookie' ? '; ' : ',')]),
  );
}

function pathAndQuery({ url = '/' }: IncomingMessage): { path: string; query: string } {
  const [path = '/'] = url.split('?', 1);
  return { path, query: url.slice(path.length + 1) };
}

function parametersOf(query: string): Record<string, string> | undefined {
  const parameters = new URLSearchParams(query);
  if (parameters.size === 0) return undefined;
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(',')]));
}

/** Formats a time for the access log: `21/Nov/2026:02:40:00 +0000`. */
function accessLogTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
}

function answer(response: ServerResponse, status: number, result: Record<string, unknown>): void {
  response.setHeader('content-type', 'text/plain;charset=utf-8');
  if (isObject(result.headers)) {
    for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, String(value));
  }
  if (Array.isArray(result.cookies)) response.setHeader('set-cookie', result.cookies.map(String));
  const encoding = result.isBase64Encoded === true ? 'base64' : 'utf8';
  const body = typeof result.body === 'string' ? Buffer.from(result.body, encoding) : Buffer.alloc(0);
  response.writeHead(status).end(body);
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
