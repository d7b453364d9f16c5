import './wiring/zod-config.ts';
import { agentEndpoints } from './agents/agent-endpoints.ts';
import { logIn } from './wiring/log-in.ts';
import { mcpDependencies } from './wiring/mcp-dependencies.ts';

const deps = mcpDependencies();

void logIn(deps);
// Loads Node's `Response` during the init phase: Node loads it on first use.
void new Response().text();

/** Lambda handler: answers agents and scripts at /mcp and /run. */
export const handler = agentEndpoints(deps);
