import type { Clock, Millis } from '../core/clock.ts';
import type { SendRequest } from './request.ts';

/** A finished request, for the log. The URL may be a secret, so the caller decides which part of it to log. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** Undefined if no response arrived. */
  readonly status: number | undefined;
  /** Duration until the complete response. */
  readonly ms: Millis;
}

/** Wraps `send` to report each request when it ends, whether it succeeded or failed. */
export const withRequestLog =
  (send: SendRequest, onRequest: (request: SentRequest) => void, clock: Clock): SendRequest =>
  async (url, options) => {
    const started = clock();
    let status: number | undefined;
    try {
      const answer = await send(url, options);
      status = answer.status;
      return answer;
    } finally {
      onRequest({ method: options.method, url, status, ms: clock() - started });
    }
  };
