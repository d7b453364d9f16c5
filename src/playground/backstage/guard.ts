import type { IncomingMessage } from 'node:http';

const loopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Why a request is refused that another web page could have caused, in a sentence: one that reached us by a name
 * that is not loopback's (DNS rebinding), or one that changes something and was sent by another page (CSRF).
 */
export function refusal({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): string | undefined {
  const { host = '', origin } = headers;
  if (!loopback.test(host)) return 'Only this machine may ask, by the name localhost or 127.0.0.1.';
  const reads = method === 'GET' || method === 'HEAD';
  if (reads || origin === undefined || origin === `http://${host}`) return undefined;
  return 'Another page may not ask for this.';
}
