import type { App, Receiver } from '@slack/bolt';
import { errorName } from '../../answer/user-error.ts';
import type { Clock, Millis } from '../../core/clock.ts';
import { correlated } from '../../core/correlation.ts';
import { withDeadline } from '../../core/deadline.ts';
import type { Log } from '../../core/log.ts';
import type { GatewayEvent, GatewayResponse } from '../../http/gateway-event.ts';
import type { SlackSecretSource } from '../api/slack-secret.ts';
import { withRenewedSecret } from '../api/with-renewed-secret.ts';
import { isValidPayload, textIn } from './payload-schema.ts';
import { isCertificateCheck, type ReceivedRequest, readRequest } from './signed-request.ts';

const answer = (statusCode: number, body = '', contentType = 'text/plain'): GatewayResponse => ({
  statusCode,
  headers: { 'content-type': contentType },
  body,
});

/** A listener threw: an error of Skydesk, answered with 500. All other rejections of Bolt are caused by the request. */
export class ListenerFailure extends Error {
  override readonly name = 'ListenerFailure';
}

/** Time for handling a request, so that it is acknowledged within Slack's three seconds. */
const timeoutMs: Millis = 2400;
/** Upper bound for the part of a cold start that is subtracted from it, so that enough time is left for the calls. */
const maxLoadingMs = 600;

/**
 * Bolt receiver for API Gateway. Dispatches only requests that Slack signed and that can be parsed. `handle` always
 * resolves to a response.
 */
export class LambdaReceiver implements Receiver {
  readonly #secret: SlackSecretSource;
  readonly #clock: Clock;
  readonly #log: Log;
  #app: App | undefined;
  #timeoutMs: Millis;
  /** True until the first request, which has waited for the start of the function too. */
  #isCold = true;

  /** @param loadingMs duration of the function's start, which the first request has waited already */
  constructor(secret: SlackSecretSource, clock: Clock, log: Log, loadingMs: Millis = 0) {
    this.#secret = secret;
    this.#clock = clock;
    this.#log = log;
    this.#timeoutMs = timeoutMs - Math.min(loadingMs, maxLoadingMs);
  }

  init(app: App): void {
    this.#app = app;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  handle(event: GatewayEvent): Promise<GatewayResponse> {
    const [left, cold] = [this.#timeoutMs, this.#isCold];
    this.#hasStarted();
    return withDeadline(left, () => this.#answer(event, cold));
  }

  /** Prepares for the next request: refreshes the cached secret, which expires after five minutes. */
  async keepWarm(): Promise<undefined> {
    this.#hasStarted();
    await this.#secret.get();
  }

  #hasStarted(): void {
    this.#timeoutMs = timeoutMs;
    this.#isCold = false;
  }

  async #answer(event: GatewayEvent, cold: boolean): Promise<GatewayResponse> {
    const started = this.#clock();
    try {
      const received = await this.#verify(event);
      if ('status' in received) {
        if (isCertificateCheck(event)) return answer(200);
        this.#log('request refused', { status: received.status, why: received.why });
        return answer(received.status);
      }
      if (received.body.type === 'url_verification') return answer(200, textIn(received.body.challenge));
      if (!isValidPayload(received.body)) {
        this.#log('request refused', { status: 400, why: 'incomplete' });
        return answer(400);
      }
      return await correlated({ correlation_id: received.id }, async () => {
        const answered = await this.#dispatch(received);
        const ms = this.#clock() - started;
        this.#log('acknowledged', { status: answered.statusCode, ms, ...(cold && { cold }) });
        return answered;
      });
    } catch (error) {
      this.#log('request failed', { error: errorName(error) });
      return answer(500);
    }
  }

  #verify(event: GatewayEvent): Promise<ReceivedRequest> {
    return withRenewedSecret(
      this.#secret,
      'signingSecret',
      (signingSecret) => readRequest(event, signingSecret, this.#clock()),
      (received) => 'status' in received && received.why === 'signature',
    );
  }

  async #dispatch({ body, id }: Extract<ReceivedRequest, { id: string }>): Promise<GatewayResponse> {
    let answered = answer(200);
    const ack = async (response?: unknown): Promise<void> => {
      if (typeof response === 'string') answered = answer(200, response);
      else if (response) answered = answer(200, JSON.stringify(response), 'application/json');
    };
    try {
      await this.#app?.processEvent({ body, ack, customProperties: { requestId: id } });
    } catch (error) {
      const ours = error instanceof ListenerFailure;
      this.#log('request not handled', { ours });
      return answer(ours ? 500 : 400);
    }
    return answered;
  }
}
