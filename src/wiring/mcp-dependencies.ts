import { setTimeout as wait } from 'node:timers/promises';
import type { EndpointDependencies } from '../agents/endpoint-dependencies.ts';
import { optional, optionalTime, required } from '../aws/lambda/environment.ts';
import { jsonLog } from '../aws/lambda/json-log.ts';
import { agentItemsIn } from '../aws/signed/agent-items.ts';
import { invocationOf } from '../aws/signed/invoke.ts';

/** Creates the dependencies of the function for agents. It holds no secret: the receiver proves who asks, and the worker answers. */
export function mcpDependencies(): EndpointDependencies {
  const clock = Date.now;
  return {
    clock,
    wait,
    log: jsonLog('mcp'),
    receiver: invocationOf(required('RECEIVER_NAME')),
    ...agentItemsIn(required('TABLE_NAME'), clock, optionalTime('RESTORED_AT')),
    command: optional('SLACK_COMMAND', '/cloud'),
  };
}
