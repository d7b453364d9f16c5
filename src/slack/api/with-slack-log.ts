import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { SendRequest } from '../../http/request.ts';
import { withRequestLog } from '../../http/with-request-log.ts';

/** Wraps `send` to log each request to Slack. URLs that Slack issues are secrets, so only their kind is logged. */
export const withSlackLog = (send: SendRequest, log: Log, clock: Clock): SendRequest =>
  withRequestLog(
    send,
    ({ method: _, url, ...rest }) => log('slack call', { method: methodOf(url.pathname), ...rest }),
    clock,
  );

/** Returns the method for the log: `chat.postMessage`; for URLs that Slack issues, `response_url` or `upload`. */
const methodOf = (pathname: string): string =>
  /\/api\/([a-zA-Z.]+)$/.exec(pathname)?.[1] ?? (pathname.includes('upload') ? 'upload' : 'response_url');
