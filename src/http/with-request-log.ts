import type { Send } from './request.ts';

/** One request. Its address may be a secret, so the caller decides what is logged. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** Absent when no answer came. */
  readonly status?: number;
  /** Milliseconds until the whole answer was there. */
  readonly ms: number;
}

/** Sends, and reports each request when it has ended, however it ended. */
export const withRequestLog =
  (send: Send, onRequest: (request: SentRequest) => void, clock: () => number): Send =>
  async (url, options) => {
    const started = clock();
    let status: number | undefined;
    try {
      const answer = await send(url, options);
      status = answer.status;
      return answer;
    } finally {
      onRequest({
        method: options.method,
        url,
        ...(status !== undefined && { status }),
        ms: clock() - started,
      });
    }
  };
