import { optional } from '../src/aws/lambda/environment.ts';
import { jsonLog } from '../src/aws/lambda/json-log.ts';
import { stackFrames } from '../src/core/stack-frames.ts';
import { type GatewayEvent, type GatewayResponse, header, rawBody } from '../src/http/gateway-event.ts';
import { answer } from './answer.ts';
import { digitalOcean } from './digitalocean/index.ts';
import { headersOf, textOf } from './headers.ts';

const connect = digitalOcean({ baseUrl: optional('DIGITALOCEAN_URL', 'https://api.digitalocean.com') });
const log = jsonLog('gateway');

/** The path of the HTTP API under which the gateway is reached. */
const prefix = /^\/gateway(?=\/)/;

/** Lambda handler: answers the cloud API's requests under /gateway. It holds no secret: the token comes with each request. */
export async function handler(event: GatewayEvent): Promise<GatewayResponse> {
  const { rawPath = '/', rawQueryString = '', requestContext } = event;
  const method = requestContext?.http?.method ?? 'GET';
  const started = Date.now();
  const request = {
    method,
    url: rawPath.replace(prefix, '') + (rawQueryString === '' ? '' : `?${rawQueryString}`),
    authorization: header(event, 'authorization'),
    text: rawBody(event).toString('utf8'),
  };
  const answered = await answer(connect, request, (error) =>
    log('gateway failed', {
      error: error instanceof Error ? `${error.name} ${stackFrames(error)}` : typeof error,
    }),
  );
  const { status } = answered;
  log('gateway answered', { method, status, ms: Date.now() - started });
  return { statusCode: status, headers: headersOf(answered), body: textOf(answered) };
}
