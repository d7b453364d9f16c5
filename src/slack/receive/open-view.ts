import type { ModalView } from '@slack/types';
import { timeFor } from '../../core/deadline.ts';
import type { ViewRef } from '../../core/view.ts';
import type { Send } from '../../http/request.ts';
import { methodUrl } from '../api/method-url.ts';
import { reasonIn, tokenTrouble } from '../api/refusal.ts';
import type { SlackSecretSource } from '../api/slack-secret.ts';

/**
 * What became of a view: open, refused in Slack's own word for why, or nobody knows, since Slack did not
 * answer in time: it may be open, or open in a moment.
 */
export type Opening =
  | { readonly state: 'open'; readonly view: ViewRef }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly why: string };

export type OpenView = (trigger: string, view: ModalView) => Promise<Opening>;

const patience = 1000;
/** What a view leaves of the shared deadline for the queue, which has to have it filled. */
const forQueue = 500;

/**
 * Opens views with one bare request, since the Web API's client would cost every cold start its load time. Never
 * rejects. A token that Slack no longer takes is read again from its secret, once.
 */
export function viewOpener(secret: SlackSecretSource, slackApiUrl: string, send: Send): OpenView {
  const url = methodUrl('views.open', slackApiUrl);
  async function post(token: string, body: string, signal: AbortSignal): Promise<Opening> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' };
    const { status, text } = await send(url, { method: 'POST', headers, body, signal });
    return read(status, text);
  }
  return async (trigger, view) => {
    const body = JSON.stringify({ trigger_id: trigger, view });
    const signal = AbortSignal.timeout(timeFor(patience, forQueue));
    try {
      const { botToken } = await secret.get();
      const opening = await post(botToken, body, signal);
      if (opening.state !== 'refused' || !tokenTrouble.includes(opening.why)) return opening;
      const renewed = await secret.renew();
      return renewed.botToken === botToken ? opening : await post(renewed.botToken, body, signal);
    } catch {
      return { state: 'unknown' };
    }
  };
}

function read(status: number, text: string): Opening {
  if (status !== 200) return { state: 'refused', why: String(status) };
  const { ok, error, view }: { ok?: boolean; error?: unknown; view?: { id?: string; hash?: string } } =
    JSON.parse(text);
  if (!ok || !view?.id) return { state: 'refused', why: reasonIn(error) ?? 'no view' };
  return { state: 'open', view: { id: view.id, hash: view.hash } };
}
