import { type Json, type JsonObject, parseJson } from '../payload/json.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { formType, signedHeaders } from './sign.ts';

export interface AppAddress {
  readonly requestUrl: () => string;
  readonly signingSecret: () => string;
  /** Milliseconds for which Slack waits for an acknowledgement. */
  readonly ackTimeout: number;
}

export interface Ack {
  /** Name of the request in the journal: the first digits of its signature. Absent if nothing was sent. */
  readonly request?: string;
  /** HTTP 200 within Slack's time limit. */
  readonly ok: boolean;
  readonly status?: number;
  /** The body: JSON if possible, else text; `null` if empty. */
  readonly body: Json;
  /** Milliseconds until the complete response arrived. */
  readonly ms: number;
  /** The reason for a failure, in Slack's words. */
  readonly error?: 'operation_timeout' | 'dispatch_failed' | 'http_client_error' | 'http_service_error';
}

/** Slack's side of the app's request URL: signs each request, waits 3 seconds, and validates the acknowledgement. */
export class AppClient {
  readonly #workspace: Workspace;
  readonly #address: AppAddress;

  constructor(workspace: Workspace, address: AppAddress) {
    this.#workspace = workspace;
    this.#address = address;
  }

  async form(fields: Record<string, string>): Promise<Ack> {
    return this.#post(new URLSearchParams(fields).toString(), formType, fields);
  }

  async interaction(payload: JsonObject): Promise<Ack> {
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    return this.#post(body, formType, payload);
  }

  async json(payload: JsonObject, headers: Record<string, string> = {}): Promise<Ack> {
    return this.#post(JSON.stringify(payload), 'application/json', payload, headers);
  }

  async #post(
    body: string,
    contentType: string,
    shown: JsonObject,
    more: Record<string, string> = {},
  ): Promise<Ack> {
    const timestamp = String(Math.floor(this.#workspace.clock() / 1000));
    const signed = signedHeaders(this.#address.signingSecret(), timestamp, body, contentType);
    const started = performance.now();
    const ack = await this.#fetch({
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#address.ackTimeout),
      headers: {
        ...signed,
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        accept: 'application/json,*/*',
        ...more,
      },
    });
    const timed = { ...ack, ms: Math.round(performance.now() - started) };
    const request = requestName(signed['x-slack-signature']);
    this.#workspace.journal.append('request', { id: request, payload: masked(shown), ack: { ...timed } });
    return { request, ...timed };
  }

  /** Applies an acknowledgement as Slack does, at once. The journal names the request as its cause. */
  applyAck<T>({ request }: Ack, act: () => T): T {
    return request === undefined ? act() : this.#workspace.journal.because(request, act);
  }

  async #fetch(init: RequestInit): Promise<Omit<Ack, 'ms' | 'request'>> {
    try {
      const response = await fetch(this.#address.requestUrl(), init);
      const text = await response.text();
      const body = text === '' ? null : (parseJson(text) ?? text);
      const { status } = response;
      if (status === 200) return { ok: true, status, body };
      const error =
        status >= 500 ? 'http_service_error' : status >= 400 ? 'http_client_error' : 'dispatch_failed';
      return { ok: false, status, body, error };
    } catch (error) {
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      return { ok: false, body: null, error: late ? 'operation_timeout' : 'dispatch_failed' };
    }
  }
}

/** Returns the first digits of a signature: enough to distinguish requests, and useless for an attacker. */
export const requestName = (signature: string): string => signature.replace(/^v0=/, '').slice(0, 16);

function masked(payload: JsonObject): JsonObject {
  return 'token' in payload ? { ...payload, token: '…' } : payload;
}
