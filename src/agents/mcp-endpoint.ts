import { createMcpHandler } from '@modelcontextprotocol/server';
import { errorName } from '../answer/user-error.ts';
import { correlated } from '../core/correlation.ts';
import { type GatewayEvent, type GatewayResponse, header } from '../http/gateway-event.ts';
import { askWorker } from './ask-worker.ts';
import { type Authenticated, authenticateCaller, refusalHeaders } from './authenticate-caller.ts';
import type { EndpointDependencies } from './endpoint-dependencies.ts';
import { mcpServer } from './mcp-server.ts';
import { isForSomebody, type Message, readMessage, wantsBlocks } from './read-message.ts';

/** Placeholder URL of the request for the SDK, which does not read it. */
const address = 'https://skydesk.invalid/mcp';

/** The headers that the SDK reads. */
const standardHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Serves the MCP endpoint: Streamable HTTP without sessions, for clients of the revision 2026-07-28 and of 2025. Requests without
 * a Slack signature or an API key are refused before anything is parsed. Rejects if the receiver or the table can't be reached.
 */
export const mcpEndpoint =
  (deps: EndpointDependencies) =>
  async (event: GatewayEvent): Promise<GatewayResponse> => {
    const authenticated = await authenticateCaller(event, deps);
    if ('status' in authenticated) {
      deps.log('request refused', { status: authenticated.status, why: authenticated.why });
      return refusal(authenticated.status);
    }
    const message = readMessage(authenticated.raw);
    if (!message)
      return rpcError(400, -32_700, 'The body has to be one JSON-RPC message, at most 100 levels deep.');
    return correlated({ correlation_id: authenticated.jobId }, () =>
      serve(event, message, authenticated, deps),
    );
  };

/** Whether a value is valid in a header: `Request` throws on others. */
const isPlain = (value: string): boolean => /^[\t\x20-\x7e]*$/.test(value);

/** Lets the SDK answer a single message, the only part of the body that it receives. */
async function serve(
  event: GatewayEvent,
  message: Message,
  authenticated: Authenticated,
  deps: EndpointDependencies,
): Promise<GatewayResponse> {
  const answer = isForSomebody(message, authenticated) ? () => askWorker(event, 'mcp', deps) : undefined;
  const server = () => mcpServer({ answer, withBlocks: wantsBlocks(message, authenticated) });
  const { fetch } = createMcpHandler(server, {
    legacy: 'stateless',
    keepAliveMs: 0,
    onerror: (error) => deps.log('mcp request failed', { error: errorName(error) }),
  });
  const given = standardHeaders.map((name) => [name, header(event, name)] as const);
  const headers = Object.fromEntries(given.filter(([, value]) => value !== '' && isPlain(value)));
  const response = await fetch(new Request(address, { method: 'POST', headers }), { parsedBody: message });
  const body = await response.text();
  deps.log('answered', { status: response.status, caller: authenticated.caller });
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body };
}

const messages: Readonly<Record<401 | 403 | 405 | 413, string>> = {
  401: 'Unauthorized',
  403: 'Web pages can’t call Skydesk.',
  405: 'Method not allowed.',
  413: 'The body is too large.',
};

const refusal = (status: keyof typeof messages): GatewayResponse =>
  rpcError(status, -32_000, messages[status], refusalHeaders[status]);

/** Returns a JSON-RPC error as the response to a message that was not answered. */
export const rpcError = (
  statusCode: number,
  code: number,
  message: string,
  headers: GatewayResponse['headers'] = {},
): GatewayResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }),
});
