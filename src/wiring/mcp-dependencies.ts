import { answerCall } from '../agents/answer-call.ts';
import type { CallDependencies } from '../agents/call-dependencies.ts';
import type { EndpointDependencies } from '../agents/endpoint-dependencies.ts';
import { present } from '../agents/present.ts';
import { callLimitIn } from '../aws/sdk/call-limit-store.ts';
import type { ToolCall } from '../core/tool-call.ts';
import { connections } from './connections.ts';
import { workerDependencies } from './worker-dependencies.ts';

/** Creates the dependencies of the function for agents, once per process. Its rights are those of the worker. */
export function mcpDependencies() {
  const connected = connections('mcp');
  const worker = workerDependencies(connected);
  const deps = {
    ...worker,
    callLimit: callLimitIn(connected.table, connected.clock),
  } satisfies CallDependencies;
  return {
    ...deps,
    secret: connected.slackSecret,
    keys: worker.apiKeys,
    command: connected.command,
    present,
    answerCall: (call: ToolCall) => answerCall(call, deps),
  } satisfies EndpointDependencies;
}
