import { type AgentDependencies, answerAgent } from '../agents/answer-agent.ts';
import { type Batch, type BatchResponse, eachRecord } from '../aws/lambda/sqs-batch.ts';
import { withDeadline } from '../core/deadline.ts';
import { processJob } from '../jobs/process-job.ts';
import { agentCall } from '../queue/agent-call.ts';
import { cameFrom, job } from '../queue/job.ts';
import type { workerDependencies } from './worker-dependencies.ts';

/**
 * Lambda handler for a batch of SQS messages. Its response lists the messages to redeliver. From the queue of agents' calls it takes
 * nothing else, and from the other one no such call: Lambda says which queue a message comes from, not its sender.
 */
export const jobsHandler =
  (deps: ReturnType<typeof workerDependencies>, agents: AgentDependencies, agentQueueArn: string) =>
  (
    batch: Batch,
    { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
  ): Promise<BatchResponse> =>
    eachRecord(
      batch,
      deps.log,
      (body, queueArn) => {
        const content: unknown = JSON.parse(body);
        if (agentQueueArn !== '' && queueArn === agentQueueArn) {
          const { data: call } = agentCall.safeParse(content);
          if (!call) return { act: async () => deps.log('call dropped', {}) };
          return { ids: { correlation_id: call.id }, act: () => answerAgent(call, agents) };
        }
        const parsed = job.parse(content);
        const from = cameFrom(parsed);
        return {
          ids: { correlation_id: parsed.id, ...(from && { came_from: from }) },
          act(delivery) {
            const left = getRemainingTimeInMillis();
            return withDeadline(left, () => processJob(parsed, left + 2000, deps, delivery));
          },
        };
      },
      deps.queue.retryLater,
    );
