import { errorName } from '../answer/user-error.ts';
import type { GatewayEvent, GatewayResponse } from '../http/gateway-event.ts';
import type { EndpointDependencies } from './endpoint-dependencies.ts';
import { mcpEndpoint, rpcError } from './mcp-endpoint.ts';
import { runEndpoint } from './run-endpoint.ts';

/** Answers agents and scripts, by the path of their requests. Always resolves to a response. */
export function agentEndpoints(
  deps: EndpointDependencies,
): (event: GatewayEvent) => Promise<GatewayResponse> {
  const mcp = { answer: mcpEndpoint(deps), failed: rpcError(500, -32_603, sentence) };
  const run = { answer: runEndpoint(deps), failed: failedInText };
  return async (event) => {
    const { answer, failed } = event.rawPath === '/run' ? run : mcp;
    try {
      return await answer(event);
    } catch (error) {
      deps.log('request failed', { error: errorName(error) });
      return failed;
    }
  };
}

/** True for errors of any origin, since no agent call changes anything. */
const sentence = 'Something went wrong in Skydesk. Nothing was changed. Try again in a minute.';

const failedInText: GatewayResponse = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${sentence}\n`,
};
