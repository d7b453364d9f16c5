import { failed, line, note, warning } from '../../core/answer.ts';
import type { Progress } from '../../core/operation.ts';
import type { Context } from './context.ts';

/**
 * How far a job of the service is. The service gives no reason for a failure (service-facts T15), and a status
 * that is none of those known is no proof of one.
 */
export async function jobProgress(id: string, context: Context): Promise<Progress<never> | 'succeeded'> {
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
        phase,
        answer: [
          phase === 'failed'
            ? failed(`The service failed to do this (job ${id}) and gives no reason.`)
            : warning(`The service does not say how this ended (job ${id}, status ${status}).`),
          note('Look at the job again: ', line(context.link('job.show', { id }))),
        ],
      };
  }
}
