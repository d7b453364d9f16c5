import { ErrorCode, type WebAPIPlatformError, type WebAPIRateLimitedError, WebClient } from '@slack/web-api';
import { Unavailable } from '../../core/unavailable.ts';
import { fetchOver } from '../../http/fetch.ts';
import type { SendRequest } from '../../http/request.ts';
import { silent } from '../api/silent-logger.ts';
import { errorCodeIn, isAbout } from '../api/slack-codes.ts';
import { isRejection, SlackRejection } from '../api/slack-rejection.ts';
import type { BotToken } from '../api/slack-secret.ts';
import { withRenewedSecret } from '../api/with-renewed-secret.ts';

/** Creates the error of a call that Slack did not answer. `retryAfter` is that of `Unavailable`. */
export const noAnswer = (retryAfter?: number): Unavailable =>
  new Unavailable('Slack didn’t respond.', retryAfter);

/**
 * Calls Slack's Web API with the bot token. If Slack refuses the token, re-reads the secret and repeats the call once.
 * Rejects with a `SlackRejection` if Slack refuses permanently, else with `Unavailable`. Does not wait for rate limits.
 */
export function slackWeb(secret: BotToken, slackApiUrl: string, send: SendRequest) {
  const options = {
    slackApiUrl,
    timeout: 5000,
    retryConfig: { retries: 1 },
    // Otherwise the client would sleep for Slack's `Retry-After`, and all other calls of this process would wait.
    rejectRateLimitedCalls: true,
    logger: silent,
    fetch: fetchOver(send),
  };
  let last: WebClient | undefined;
  const clientFor = (token: string): WebClient => {
    if (last?.token !== token) last = new WebClient(token, options);
    return last;
  };

  /** Makes one call. Rejects with a `SlackRejection` or `Unavailable`. */
  async function attempt<Result>(
    token: string,
    act: (client: WebClient) => Promise<Result>,
  ): Promise<Result | SlackRejection> {
    try {
      return await act(clientFor(token));
    } catch (error) {
      const reason = isPlatformError(error) ? errorCodeIn(error.data.error) : undefined;
      if (reason !== undefined && !isAbout(reason, 'service')) return new SlackRejection(reason);
      throw noAnswer(isRateLimit(error) ? error.retryAfter : undefined);
    }
  }

  return async function call<Result>(act: (client: WebClient) => Promise<Result>): Promise<Result> {
    const answer = await withRenewedSecret(
      secret,
      'botToken',
      (botToken) => attempt(botToken, act),
      (answer) => isRejection(answer, 'token'),
    );
    if (answer instanceof SlackRejection) throw answer;
    return answer;
  };
}

/** Makes one call of the Web API with the current token. */
export type SlackCall = ReturnType<typeof slackWeb>;

const isPlatformError = (error: unknown): error is WebAPIPlatformError =>
  error instanceof Error && 'code' in error && error.code === ErrorCode.PlatformError;

const isRateLimit = (error: unknown): error is WebAPIRateLimitedError =>
  error instanceof Error && 'code' in error && error.code === ErrorCode.RateLimitedError;
