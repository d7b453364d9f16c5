import { parseNoProxy } from './no-proxy.ts';
import {
  type HttpResponse,
  NetworkError,
  type RequestOptions,
  request,
  type SendRequest,
} from './request.ts';

/** The proxy that the environment names. */
export interface Proxy {
  /** May contain its password, so it is never shown. */
  readonly url: string;
  /** Whether a request to this URL goes through the proxy. */
  carries(url: URL): boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads HTTPS_PROXY and NO_PROXY, or the same in lower case, which comes first, as for curl. Without a scheme, the proxy is called
 * over `http:`. As everywhere, HTTPS_PROXY is for `https:` alone. HTTP_PROXY is not read: what a proxy answers itself to a request
 * over `http:` would be taken for an answer of the cloud API.
 * @throws Error, without the value, if HTTPS_PROXY is no such address
 */
export function proxyIn(environment: Environment): Proxy | undefined {
  const given = environment.https_proxy || environment.HTTPS_PROXY;
  if (!given) return undefined;
  const address = addressOf(given);
  if (!address)
    throw new Error(
      'The environment variable HTTPS_PROXY is no address of a proxy, such as http://proxy.example.com:3128',
    );
  const bypasses = parseNoProxy(environment.no_proxy || environment.NO_PROXY || '');
  return {
    url: address.href,
    carries: (url) => url.protocol === 'https:' && !bypasses(url),
  };
}

function addressOf(given: string): URL | undefined {
  const text = given.includes('://') ? given : `http://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && hasReadableLogin(url) ? url : undefined;
}

/** Whether Node can read user name and password: it throws otherwise. */
function hasReadableLogin({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Closes a connection without traffic, in milliseconds: also one to a proxy that doesn't answer, after the caller has given up. */
const idleMs = 30_000;

/**
 * Returns a function that sends a request through the proxy, if that carries it. Node's own agents would leave the proxy out, and
 * always for a fresh connection, which a change has.
 */
export function requestThrough(proxy: Proxy | undefined): SendRequest {
  if (!proxy) return request;
  const { Agent } = process.getBuiltinModule('node:https');
  const through = { proxyEnv: { HTTPS_PROXY: proxy.url }, timeout: idleMs };
  const kept = new Agent({ ...through, keepAlive: true });
  return (url, options) => {
    if (!proxy.carries(url)) return request(url, options);
    return untilAborted(url, { ...options, agent: options.freshConnection ? new Agent(through) : kept });
  };
}

/** Sends a request, and rejects as soon as its signal is aborted: while a proxy opens a tunnel, Node doesn't look at the signal. */
async function untilAborted(url: URL, options: RequestOptions): Promise<HttpResponse> {
  const { signal, onSent } = options;
  if (signal.aborted) throw new NetworkError(false, true);
  let sent = false;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new NetworkError(sent, true));
  signal.addEventListener('abort', giveUp);
  const asked = request(url, {
    ...options,
    onSent() {
      sent = true;
      onSent?.();
    },
  });
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
