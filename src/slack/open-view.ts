import type { IncomingMessage } from 'node:http';
import type { ModalView } from '@slack/types';
import { timeFor } from '../core/deadline.ts';
import type { ViewRef } from '../core/ports.ts';
import type { OnSlackCall } from './observed-fetch.ts';
import type { SlackSecretSource } from './receiver.ts';

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

const tokenTrouble = ['invalid_auth', 'token_revoked', 'token_expired', 'account_inactive', 'not_authed'];

/**
 * Opens views with one bare HTTPS request, since the Web API's client would cost every cold start its load
 * time. Never rejects. A token that Slack no longer takes is read again from its secret, once.
 */
export function viewOpener(
  secret: SlackSecretSource,
  slackApiUrl: string,
  onCall: OnSlackCall = () => {},
): OpenView {
  const url = new URL('views.open', slackApiUrl.endsWith('/') ? slackApiUrl : `${slackApiUrl}/`);
  const observed: typeof post = async (...sent) => {
    const started = Date.now();
    try {
      return await post(...sent);
    } finally {
      onCall({ method: 'views.open', ms: Date.now() - started });
    }
  };
  return async (trigger, view) => {
    const body = JSON.stringify({ trigger_id: trigger, view });
    const signal = AbortSignal.timeout(timeFor(patience, forQueue));
    try {
      const { botToken } = await secret.get();
      const opening = await observed(url, botToken, body, signal);
      if (opening.state !== 'refused' || !tokenTrouble.includes(opening.why)) return opening;
      const renewed = await secret.renew();
      return renewed.botToken === botToken ? opening : await observed(url, renewed.botToken, body, signal);
    } catch {
      return { state: 'unknown' };
    }
  };
}

async function post(url: URL, token: string, body: string, signal: AbortSignal): Promise<Opening> {
  const { request } = url.protocol === 'http:' ? await import('node:http') : await import('node:https');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      url,
      {
        method: 'POST',
        signal,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        },
      },
      resolve,
    )
      .on('error', reject)
      .end(body);
  });
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return read(answer.statusCode ?? 500, text);
}

function read(status: number, text: string): Opening {
  if (status !== 200) return { state: 'refused', why: String(status) };
  const { ok, error, view }: { ok?: boolean; error?: string; view?: { id?: string; hash?: string } } =
    JSON.parse(text);
  if (!ok || !view?.id) return { state: 'refused', why: error ?? 'no view' };
  return { state: 'open', view: { id: view.id, hash: view.hash } };
}
