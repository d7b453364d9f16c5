import { NetworkError, type RequestOptions, type SendRequest } from './request.ts';

/** Statuses without a body: `Response` throws if one of them has a body. */
const withoutBody = [204, 205, 304];

/**
 * Implements the standard `fetch` with `send`, for ky and for Slack's client. Node's own fetch doesn't report whether a request
 * was sent, and can't use a fresh connection for a single request. The body is read before this resolves, so the caller's timeout
 * covers it. Redirects are not followed. Rejects with a TypeError, as the standard requires, without any data of the request.
 */
export const fetchOver =
  (send: SendRequest, options: Pick<RequestOptions, 'freshConnection' | 'onSent'> = {}) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // Uses the caller's signal: Node no longer aborts the derived one once the request is garbage-collected.
    const signal = init?.signal ?? (input instanceof Request ? input : request).signal;
    const body = request.body === null ? undefined : await request.text();
    const answer = await send(new URL(request.url), {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { body }),
      signal,
      ...options,
    }).catch((error: unknown) => {
      throw error instanceof NetworkError ? new TypeError('fetch failed') : error;
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const { status, text } = answer;
    return new Response(withoutBody.includes(status) ? null : text, { status, headers });
  };
