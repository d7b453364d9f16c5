import './wiring/zod-config.ts';
import { agentEndpoints } from './agents/agent-endpoints.ts';
import { mcpDependencies } from './wiring/mcp-dependencies.ts';

// Loads Node's `Response` during the init phase: Node loads it on first use.
void new Response().text();

/** Lambda handler: answers agents and scripts at /mcp and /run. */
export const handler = agentEndpoints(mcpDependencies());
