import type { App } from '@slack/bolt';
import { errorName } from '../../answer/user-error.ts';
import type { Clock, Millis } from '../../core/clock.ts';
import { correlated } from '../../core/correlation.ts';
import { withDeadline } from '../../core/deadline.ts';
import type { Log } from '../../core/log.ts';
import type { GatewayEvent, GatewayResponse } from '../../http/gateway-event.ts';
import type { SigningSecret } from '../api/slack-secret.ts';
import { withRenewedSecret } from '../api/with-renewed-secret.ts';
import { isValidPayload, textIn } from './payload-schema.ts';
import { isCertificateCheck, type ReceivedRequest, readRequest } from './signed-request.ts';

const answer = (statusCode: number, body = '', contentType = 'text/plain'): GatewayResponse => ({
  statusCode,
  headers: { 'content-type': contentType },
  body,
});

/** Thrown if a listener fails: an error of Skydesk, answered with 500. All other rejections of Bolt are caused by the request. */
export class ListenerFailure extends Error {
  override readonly name = 'ListenerFailure';
}

/** Time limit for handling a request, below Slack's three seconds for the acknowledgement. */
const timeoutMs: Millis = 2400;
/** Maximum part of a cold start that is subtracted from the time limit, to leave enough time for the calls. */
const maxLoadingMs = 600;

/**
 * Creates the Bolt receiver for API Gateway. It dispatches only signed requests that can be parsed. `handle` always resolves to a
 * response; `keepWarm` refreshes the cached secret, which expires after five minutes. `loadingMs` is the function's start time,
 * during which the first request has already been waiting.
 */
export function lambdaReceiver(secret: SigningSecret, clock: Clock, log: Log, loadingMs: Millis = 0) {
  let app: App | undefined;
  /** True until the first request. */
  let isCold = true;

  async function answerTo(event: GatewayEvent, cold: boolean): Promise<GatewayResponse> {
    const started = clock();
    try {
      const received = await verify(event);
      if ('status' in received) {
        if (isCertificateCheck(event)) return answer(200);
        log('request refused', { status: received.status, why: received.why });
        return answer(received.status);
      }
      if (received.body.type === 'url_verification') return answer(200, textIn(received.body.challenge));
      if (!isValidPayload(received.body)) {
        log('request refused', { status: 400, why: 'incomplete' });
        return answer(400);
      }
      return await correlated({ correlation_id: received.id }, async () => {
        const answered = await dispatch(received);
        const ms = clock() - started;
        log('acknowledged', { status: answered.statusCode, ms, ...(cold && { cold }) });
        return answered;
      });
    } catch (error) {
      log('request failed', { error: errorName(error) });
      return answer(500);
    }
  }

  const verify = (event: GatewayEvent): Promise<ReceivedRequest> =>
    withRenewedSecret(
      secret,
      'signingSecret',
      (signingSecret) => readRequest(event, signingSecret, clock()),
      (received) => 'status' in received && received.why === 'signature',
    );

  async function dispatch({ body, id }: Extract<ReceivedRequest, { id: string }>): Promise<GatewayResponse> {
    let answered = answer(200);
    const ack = async (response?: unknown): Promise<void> => {
      if (typeof response === 'string') answered = answer(200, response);
      else if (response) answered = answer(200, JSON.stringify(response), 'application/json');
    };
    try {
      await app?.processEvent({ body, ack, customProperties: { requestId: id } });
    } catch (error) {
      const ours = error instanceof ListenerFailure;
      log('request not handled', { ours });
      return answer(ours ? 500 : 400);
    }
    return answered;
  }

  return {
    init(bolt: App): void {
      app = bolt;
    },
    async start(): Promise<void> {},
    async stop(): Promise<void> {},
    handle(event: GatewayEvent): Promise<GatewayResponse> {
      const cold = isCold;
      isCold = false;
      const left = cold ? timeoutMs - Math.min(loadingMs, maxLoadingMs) : timeoutMs;
      return withDeadline(left, () => answerTo(event, cold));
    },
    async keepWarm(): Promise<undefined> {
      isCold = false;
      await secret.get();
    },
  };
}
