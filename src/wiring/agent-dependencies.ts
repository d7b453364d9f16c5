import type { AgentDependencies } from '../agents/answer-agent.ts';
import { agentAnswersIn } from '../aws/sdk/agent-answer-store.ts';
import { callLimitIn } from '../aws/sdk/call-limit-store.ts';
import type { Connections } from './connections.ts';
import type { workerDependencies } from './worker-dependencies.ts';

/**
 * Timeout of a read for an agent, in milliseconds. Shorter than for people: while the cloud API hangs, the calls wait for each other, and
 * each occupies one of the concurrent executions that people share.
 */
const readTimeoutMs = 3_000;

/** Creates the dependencies of the worker's answers to agents, from those of its answers to people. */
export const agentDependencies = (
  { table, clock, command }: Connections,
  worker: ReturnType<typeof workerDependencies>,
): AgentDependencies => ({
  ...worker,
  service: worker.service.withReadTimeout(readTimeoutMs),
  callLimit: callLimitIn(table, clock),
  answers: agentAnswersIn(table, clock),
  command,
});
