import { correlated } from '../core/correlation.ts';
import { type GatewayEvent, type GatewayResponse, header } from '../http/gateway-event.ts';
import type { RenderedAnswer } from './agent-answers.ts';
import { askWorker } from './ask-worker.ts';
import { authenticateCaller, refusalHeaders } from './authenticate-caller.ts';
import type { EndpointDependencies } from './endpoint-dependencies.ts';
import type { CallAnswer, CallOutcome } from './tool-call.ts';

const statuses: Readonly<Record<CallOutcome, number>> = {
  answered: 200,
  preview: 202,
  requested: 202,
  refused: 403,
  failed: 500,
};

const statusesOfReasons: Readonly<Record<NonNullable<CallAnswer['why']>, number>> = {
  invalid: 400,
  copy: 409,
  reused: 422,
  limit: 429,
  unavailable: 503,
};

const unchanged = 'Nothing was changed.';

const refusals: Readonly<Record<400 | 401 | 403 | 405 | 413, string>> = {
  400: `Send a command as the body, for example: alert list. ${unchanged}`,
  401: `Send an API key: “Authorization: Bearer skydesk_…”. To create one, run “key create” in Slack. ${unchanged}`,
  403: `Web pages can’t call Skydesk. ${unchanged}`,
  405: `Send a POST request. ${unchanged}`,
  413: `The body is too large. ${unchanged}`,
};

/**
 * Serves the run endpoint, for pipelines. It takes a command as the body. A read is answered; a change waits for the person's
 * click or for approval. The answer is plain text, or JSON if the client accepts that. Accepts only API keys, since Slack does
 * not call it. Rejects if the table can't be read.
 */
export const runEndpoint =
  (deps: EndpointDependencies) =>
  async (event: GatewayEvent): Promise<GatewayResponse> => {
    const authenticated = await authenticateCaller(event, deps);
    const refuse = (status: keyof typeof refusals, why: string): GatewayResponse => {
      deps.log('request refused', { status, why });
      return refusal(status);
    };
    if ('status' in authenticated) return refuse(authenticated.status, authenticated.why);
    const { caller, raw, jobId } = authenticated;
    if (caller !== 'key') return refuse(401, 'no key');
    const line = raw.toString('utf8').trim();
    if (line === '' || line === deps.command) return refuse(400, 'no line');
    return correlated({ correlation_id: jobId }, async () => {
      const answer = await askWorker(event, 'run', deps);
      const response = responseOf(answer, header(event, 'accept').includes('application/json'));
      deps.log('answered', { status: response.statusCode, caller });
      return response;
    });
  };

function responseOf(
  { outcome, why, retryAfterSeconds, request, plainText: text }: RenderedAnswer,
  asJson: boolean,
): GatewayResponse {
  const body = asJson ? JSON.stringify({ outcome, text, ...(request && { request }) }) : text;
  return {
    statusCode: why ? statusesOfReasons[why] : statuses[outcome],
    headers: {
      'content-type': asJson ? 'application/json' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
    body: `${body}\n`,
  };
}

const refusal = (statusCode: keyof typeof refusals): GatewayResponse => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...refusalHeaders[statusCode] },
  body: `${refusals[statusCode]}\n`,
});
