import { type AgentDependencies, answerAgent } from '../agents/answer-agent.ts';
import { type Batch, type BatchResponse, eachRecord, type Work } from '../aws/lambda/sqs-batch.ts';
import { withDeadline } from '../core/deadline.ts';
import { processJob } from '../jobs/process-job.ts';
import { standInFor } from '../jobs/stand-in.ts';
import { agentCall } from '../queue/agent-call.ts';
import { cameFrom, type QueuedJob } from '../queue/job.ts';
import { readJob } from '../queue/read-job.ts';
import type { workerDependencies } from './worker-dependencies.ts';

/** A message is of another version of Skydesk, which may still be deployed, or no job at all. */
class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/**
 * Lambda handler for a batch of SQS messages. Its response lists the messages to redeliver. From the queue of agents' calls it takes
 * nothing else, and from the other one no such call: Lambda says which queue a message comes from, not its sender. What it can't read is
 * delivered again, since a worker of another version may read it; at its last delivery, another job stands in for it.
 */
export const jobsHandler =
  (deps: ReturnType<typeof workerDependencies>, agents: AgentDependencies, agentQueueArn: string) =>
  (
    batch: Batch,
    { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
  ): Promise<BatchResponse> => {
    const workOn = (job: QueuedJob): Work => {
      const from = cameFrom(job);
      return {
        ids: { correlation_id: job.id, ...(from && { came_from: from }) },
        act(delivery) {
          const left = getRemainingTimeInMillis();
          return withDeadline(left, () => processJob(job, left + 2000, deps, delivery));
        },
      };
    };
    return eachRecord(
      batch,
      deps.log,
      (body, queueArn) => {
        const content: unknown = JSON.parse(body);
        if (agentQueueArn !== '' && queueArn === agentQueueArn) {
          const { data: call } = agentCall.safeParse(content);
          if (!call) return { act: async () => deps.log('call dropped', {}) };
          return { ids: { correlation_id: call.id }, act: () => answerAgent(call, agents) };
        }
        const job = readJob(content);
        if (job) return workOn(job);
        const instead = standInFor(content);
        if (!instead) throw new NotUnderstood();
        const work = workOn(instead);
        return {
          ...work,
          async act(delivery) {
            if (!delivery.isLast) throw new NotUnderstood();
            deps.log('message not understood', { kind: instead.kind });
            await work.act(delivery);
          },
        };
      },
      deps.queue.retryLater,
    );
  };
