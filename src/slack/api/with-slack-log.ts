import type { Send } from '../../http/request.ts';
import { withRequestLog } from '../../http/with-request-log.ts';

/** One request to Slack as it may be logged. `status` is absent when no answer came. */
export interface SlackAttempt {
  /** `chat.postMessage`, or what kind of address it was that Slack gave out. */
  readonly method: string;
  readonly status?: number;
  /** Milliseconds until the whole answer was there. */
  readonly ms: number;
}

export type OnSlackCall = (attempt: SlackAttempt) => void;

/** Reports each request to Slack. Addresses that Slack gives out are secrets, so only their kind is reported. */
export const observed = (send: Send, onCall: OnSlackCall, clock: () => number = Date.now): Send =>
  withRequestLog(
    send,
    ({ method: _, url, ...rest }) => onCall({ method: methodOf(url.pathname), ...rest }),
    clock,
  );

const methodOf = (pathname: string): string =>
  /\/api\/([a-zA-Z.]+)$/.exec(pathname)?.[1] ?? (pathname.includes('upload') ? 'upload' : 'response_url');
