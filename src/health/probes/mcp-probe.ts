import type { Clock, Instant, Millis } from '../../core/clock.ts';
import { type HttpResponse, NetworkError, type SendRequest } from '../../http/request.ts';
import { signatureOf } from '../../slack/api/signature.ts';
import { CheckFailed, type McpProbe, type McpResponse } from './probes.ts';
import { timeIn } from './slack-probe.ts';

/** Timeout of a request. Longer than the function's cold start. */
const timeoutMs: Millis = 8000;

const revision = '2026-07-28';
const method = 'server/discover';

/** The first request of an MCP client of the stateless revision: it asks for the revisions that the server knows. */
const discover = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'Skydesk health check', version: '1' },
    },
  },
});

/** Creates the health check's calls of the MCP endpoint. `url` and `signingSecret` are called before each request, which `send` sends. */
export function mcpProbe(
  url: () => string,
  signingSecret: (() => Promise<string>) | undefined,
  clock: Clock,
  send: SendRequest,
): McpProbe {
  return {
    discover: async () => answerIn(await post(send, new URL(url()), {})),
    discoverSigned:
      signingSecret &&
      (async () =>
        answerIn(await post(send, new URL(url()), signatureHeaders(await signingSecret(), clock())))),
  };
}

function signatureHeaders(secret: string, now: Instant): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': signatureOf(Buffer.from(discover), timestamp, secret),
  };
}

const post = (
  send: SendRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> =>
  send(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
    },
    body: discover,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw error instanceof NetworkError ? new CheckFailed('unreachable') : error;
  });

const answerIn = ({ status, headers, text }: HttpResponse): McpResponse => ({
  status,
  revisions: revisionsIn(text),
  at: timeIn(headers.date),
});

function revisionsIn(text: string): readonly string[] | undefined {
  try {
    const { result }: { result?: { supportedVersions?: unknown } } = JSON.parse(text);
    const versions = result?.supportedVersions;
    return Array.isArray(versions) ? versions.map(String) : undefined;
  } catch {
    return undefined;
  }
}
