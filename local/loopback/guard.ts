import type { IncomingMessage } from 'node:http';

const thisMachine = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Headers that proxies and tunnels add. A tunnel can rewrite the host, so the host alone doesn't identify the origin. */
const forwarding =
  /^(forwarded|via|x-forwarded-.+|x-original-.+|x-real-ip|x-client-ip|true-client-ip|cf-.+)$/;

/**
 * Returns the reason to refuse a request to a server on loopback, in a sentence; undefined if it may pass. Refuses requests that
 * come from another machine through a tunnel, and those that a page of another origin can make a browser send: by a host name
 * that resolves to this machine (DNS rebinding), or across origins (CSRF). Programs send neither an Origin nor Fetch Metadata, so
 * they pass, as does a link to a page of this server.
 */
export function refusal({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): string | undefined {
  const { host = '', origin } = headers;
  if (Object.keys(headers).some((name) => forwarding.test(name)))
    return 'Nobody may ask through a proxy or a tunnel. Open it on this machine.';
  if (!thisMachine.test(host)) return 'Only this machine may ask, by the name localhost or 127.0.0.1.';
  const foreign =
    origin === undefined ? crossSite(headers['sec-fetch-site']) : origin !== `http://${host.toLowerCase()}`;
  if (!foreign || (origin === undefined && isLink(method, headers))) return undefined;
  return 'Another page may not ask for this.';
}

/** Whether a request is cross-site. Another port of this machine is another origin of the same site. */
const crossSite = (site: string | string[] | undefined): boolean =>
  site === 'cross-site' || site === 'same-site';

/** Whether a person follows a link in a top-level window, whose content the other page can't read. */
const isLink = (method: string | undefined, headers: IncomingMessage['headers']): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
