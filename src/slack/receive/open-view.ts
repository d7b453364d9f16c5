import type { ModalView } from '@slack/types';
import type { Millis } from '../../core/clock.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { SendRequest } from '../../http/request.ts';
import type { ViewRef } from '../../messaging/view.ts';
import { methodUrl } from '../api/method-url.ts';
import { errorCodeIn, isAbout } from '../api/slack-codes.ts';
import type { BotToken } from '../api/slack-secret.ts';
import { withRenewedSecret } from '../api/with-renewed-secret.ts';

/** Result of opening a view. `refused`: `why` is Slack's error code. `unknown`: Slack timed out, and the view may still open. */
type OpenResult =
  | { readonly state: 'open'; readonly view: ViewRef }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly why: string };

/** Opens or pushes a view by the `trigger_id` of an interaction, which expires after three seconds. */
export type OpenView = (trigger: string, view: ModalView) => Promise<OpenResult>;

const timeoutMs = 1000;
/** Part of the shared deadline that is reserved for queuing the job that fills the view. */
const reservedForQueueMs: Millis = 500;

/**
 * Returns a function that opens views with a plain request: loading the Web API client would slow down every cold start. Never
 * rejects. If Slack refuses the token, re-reads the secret and retries once. `views.push` puts a view on top of the open one.
 */
export function viewOpener(
  secret: BotToken,
  slackApiUrl: string,
  send: SendRequest,
  method: 'views.open' | 'views.push',
): OpenView {
  const url = methodUrl(method, slackApiUrl);
  async function post(token: string, body: string, signal: AbortSignal): Promise<OpenResult> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' };
    const { status, text } = await send(url, { method: 'POST', headers, body, signal });
    return read(status, text);
  }
  return async (trigger, view) => {
    const body = JSON.stringify({ trigger_id: trigger, view });
    const signal = AbortSignal.timeout(remainingMs(timeoutMs, reservedForQueueMs));
    try {
      return await withRenewedSecret(
        secret,
        'botToken',
        (botToken) => post(botToken, body, signal),
        (opening) => opening.state === 'refused' && isAbout(opening.why, 'token'),
      );
    } catch {
      return { state: 'unknown' };
    }
  };
}

function read(status: number, text: string): OpenResult {
  if (status !== 200) return { state: 'refused', why: String(status) };
  const { ok, error, view }: { ok?: boolean; error?: unknown; view?: { id?: string; hash?: string } } =
    JSON.parse(text);
  if (!ok || !view?.id) return { state: 'refused', why: errorCodeIn(error) ?? 'no view' };
  return { state: 'open', view: { id: view.id, hash: view.hash } };
}
