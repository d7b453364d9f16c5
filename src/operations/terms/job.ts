import { failed, line, note } from '../../core/answer.ts';
import type { Progress } from '../../core/operation.ts';
import { type Context, lineIn } from '../context.ts';

/**
 * How far a job of the service is. The service gives no reason for a failure (service-facts T15), and a job it
 * does not know any more is no proof of one.
 */
export async function jobProgress(id: string, context: Context): Promise<Progress | 'succeeded'> {
  const { phase, status } = await context.service.jobs.status(id);
  switch (phase) {
    case 'queued':
    case 'running':
      return { phase };
    case 'succeeded':
      return phase;
    case 'failed':
    case 'unknown':
      return {
        phase: 'failed',
        answer: [
          failed(
            phase === 'failed'
              ? `The service failed to do this (job ${id}) and gives no reason.`
              : `The service does not know how this ended (job ${id}, status ${status}).`,
          ),
          note('Look at the job again: ', line(lineIn(context, 'job', id))),
        ],
      };
  }
}
