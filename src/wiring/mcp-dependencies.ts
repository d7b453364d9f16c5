import { answerCall } from '../agents/answer-call.ts';
import type { CallDependencies } from '../agents/call-dependencies.ts';
import type { EndpointDependencies } from '../agents/endpoint-dependencies.ts';
import { present } from '../agents/present.ts';
import type { ToolCall } from '../agents/tool-call.ts';
import { callLimitIn } from '../aws/sdk/call-limit-store.ts';
import { changesIn } from '../aws/sdk/change-store.ts';
import { idempotencyStoreIn } from '../aws/sdk/idempotency-store.ts';
import { tableVersionIn } from '../aws/sdk/table-version.ts';
import { connections } from './connections.ts';
import { workerDependencies } from './worker-dependencies.ts';

/**
 * Timeout of a read for an agent. Shorter than for people: while the cloud API hangs, each call occupies one of the concurrent
 * executions that people share.
 */
const readTimeoutMs = 3_000;

/** Creates the dependencies of the function for agents, once per process. Its role may write only agents' records. */
export function mcpDependencies() {
  const connected = connections('mcp');
  const worker = workerDependencies(connected, { read: readTimeoutMs });
  const { table, clock } = connected;
  const deps = {
    ...worker,
    changes: changesIn(table, clock, 'due#agent'),
    idempotency: idempotencyStoreIn(table, clock, 'agent-call#'),
    callLimit: callLimitIn(table, clock),
    ...tableVersionIn(table, clock, { writes: false }),
  } satisfies CallDependencies;
  return {
    ...deps,
    secret: connected.slackSecret,
    keys: worker.apiKeys,
    command: connected.command,
    profileOf: worker.members.profile,
    present,
    answerCall: (call: ToolCall) => answerCall(call, deps),
  } satisfies EndpointDependencies;
}
