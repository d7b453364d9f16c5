import type { Clock, Millis } from '../../core/clock.ts';
import type { SendRequest } from '../../http/request.ts';
import { withRequestLog } from '../../http/with-request-log.ts';

/** A request to Slack, for the log. `status` is undefined if no response arrived. */
interface SlackRequest {
  /** `chat.postMessage`; for URLs that Slack issues, `response_url` or `upload`. */
  readonly method: string;
  readonly status?: number;
  /** Duration until the complete response. */
  readonly ms: Millis;
}

/** Called after each request to Slack, successful or not. */
export type OnSlackCall = (attempt: SlackRequest) => void;

/** Wraps `send` so that each request to Slack is reported. URLs that Slack issues are secrets, so only their kind is. */
export const withSlackLog = (send: SendRequest, onCall: OnSlackCall, clock: Clock = Date.now): SendRequest =>
  withRequestLog(
    send,
    ({ method: _, url, ...rest }) => onCall({ method: methodOf(url.pathname), ...rest }),
    clock,
  );

const methodOf = (pathname: string): string =>
  /\/api\/([a-zA-Z.]+)$/.exec(pathname)?.[1] ?? (pathname.includes('upload') ? 'upload' : 'response_url');
