import type { Send } from '../http/request.ts';

/** One request to Slack as it may be logged. `status` is absent when no answer came. */
export interface SlackAttempt {
  /** `chat.postMessage`, or what kind of address it was that Slack gave out. */
  readonly method: string;
  readonly status?: number;
  /** Milliseconds until the whole answer was there. */
  readonly ms: number;
}

export type OnSlackCall = (attempt: SlackAttempt) => void;

/** Sends, and tells of each request to Slack. Addresses that Slack gives out are secrets, so they are not told. */
export const observed =
  (send: Send, onCall: OnSlackCall, clock: () => number = Date.now): Send =>
  async (url, options) => {
    const started = clock();
    let status: number | undefined;
    try {
      const answer = await send(url, options);
      status = answer.status;
      return answer;
    } finally {
      const method = methodOf(url.pathname);
      onCall({ method, ...(status !== undefined && { status }), ms: clock() - started });
    }
  };

const methodOf = (pathname: string): string =>
  /\/api\/([a-zA-Z.]+)$/.exec(pathname)?.[1] ?? (pathname.includes('upload') ? 'upload' : 'response_url');
