import './wiring/zod-config.ts';
import { agentEndpoints } from './agents/agent-endpoints.ts';
import { mcpDependencies } from './wiring/mcp-dependencies.ts';

const deps = mcpDependencies();

// As for the worker: what the first call needs is fetched and loaded during init. Node loads its `Response` on first use. A
// failure is ignored: the call that needs it tries again.
for (const start of [deps.members.identify, deps.service.login, () => new Response().text()])
  start().catch(() => {});

/** Lambda handler: answers agents and scripts at /mcp and /run. */
export const handler = agentEndpoints(deps);
