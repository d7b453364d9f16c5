import { errorName } from '../core/user-error.ts';
import type { GatewayEvent, GatewayResponse } from '../http/gateway-event.ts';
import { type McpDependencies, mcpEndpoint } from './mcp-endpoint.ts';
import { type RunDependencies, runEndpoint } from './run-endpoint.ts';

/** What answers agents and scripts, by the path of their requests. Always resolves to a response. */
export function agentEndpoints(
  deps: McpDependencies & RunDependencies,
): (event: GatewayEvent) => Promise<GatewayResponse> {
  const [mcp, run] = [mcpEndpoint(deps), runEndpoint(deps)];
  return async (event) => {
    try {
      return await (event.rawPath === '/run' ? run(event) : mcp(event));
    } catch (error) {
      deps.log('request failed', { error: errorName(error) });
      return failed;
    }
  };
}

/** The caller could not be looked up, so nothing was done. */
const failed: GatewayResponse = {
  statusCode: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'Something went wrong in Skydesk. Nothing was changed. Try again in a minute.\n',
};
