import type { App, Receiver } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import { correlated } from '../../core/correlation.ts';
import { within } from '../../core/deadline.ts';
import type { Log } from '../../core/log.ts';
import { errorName } from '../../core/user-error.ts';
import type { SlackSecretSource } from '../api/slack-secret.ts';
import { isWhole, textIn } from './payload-schema.ts';
import {
  type GatewayAnswer,
  type GatewayEvent,
  isCertificateCheck,
  type Received,
  readRequest,
} from './signed-request.ts';

const answer = (statusCode: number, body = '', contentType = 'text/plain'): GatewayAnswer => ({
  statusCode,
  headers: { 'content-type': contentType },
  body,
});

/** A listener failed, which is the bot's own fault; whatever else Bolt rejects with is the request's. */
export class ListenerFailure extends Error {
  override readonly name = 'ListenerFailure';
}

/** All that one request waits for, so that its acknowledgement is inside Slack's three seconds. */
const patience = 2400;
/** What a cold start may take off that, so that something is left to ask with. */
const mostLoading = 600;

/**
 * Stands between API Gateway and Bolt: lets through only what Slack signed and what can be parsed, and
 * always resolves with an answer.
 */
export class LambdaReceiver implements Receiver {
  readonly #secret: SlackSecretSource;
  readonly #clock: Clock;
  readonly #log: Log;
  #app: App | undefined;
  #patience: number;
  /** Nothing came yet, so the next request has waited for the start of the function too. */
  #isCold = true;

  /** @param loadingMs how long the function took to start, which the first request has waited for already */
  constructor(secret: SlackSecretSource, clock: Clock, log: Log, loadingMs = 0) {
    this.#secret = secret;
    this.#clock = clock;
    this.#log = log;
    this.#patience = patience - Math.min(loadingMs, mostLoading);
  }

  init(app: App): void {
    this.#app = app;
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  handle(event: GatewayEvent): Promise<GatewayAnswer> {
    const [left, cold] = [this.#patience, this.#isCold];
    this.#hasStarted();
    return within(left, () => this.#answer(event, cold));
  }

  /** Has everything ready for the next request, also the secret, which is remembered for five minutes. */
  async keepWarm(): Promise<undefined> {
    this.#hasStarted();
    await this.#secret.get();
  }

  #hasStarted(): void {
    this.#patience = patience;
    this.#isCold = false;
  }

  async #answer(event: GatewayEvent, cold: boolean): Promise<GatewayAnswer> {
    const started = this.#clock();
    try {
      const received = await this.#verify(event);
      if ('status' in received) {
        if (isCertificateCheck(event)) return answer(200);
        this.#log('request refused', { status: received.status, why: received.why });
        return answer(received.status);
      }
      if (received.body.type === 'url_verification') return answer(200, textIn(received.body.challenge));
      if (!isWhole(received.body)) {
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

  async #verify(event: GatewayEvent): Promise<Received> {
    const { signingSecret } = await this.#secret.get();
    const received = readRequest(event, signingSecret, this.#clock());
    if (!('status' in received) || received.why !== 'signature') return received;
    const renewed = await this.#secret.renew();
    if (renewed.signingSecret === signingSecret) return received;
    return readRequest(event, renewed.signingSecret, this.#clock());
  }

  async #dispatch({ body, id }: Extract<Received, { id: string }>): Promise<GatewayAnswer> {
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
