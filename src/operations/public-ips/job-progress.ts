import { bold, code, failed, line, context as smallPrint, warning } from '../../answer/answer.ts';
import type { Progress } from '../../operation/operation.ts';
import type { Context } from '../context/context.ts';

/**
 * Progress of a background job. The cloud API gives no reason for a failure (service-facts T15), and an unknown status does
 * not prove one.
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
            ? failed('The cloud API reports that this failed, and gives no reason.')
            : warning(bold('Outcome unknown'), ': the cloud API reports status ', code(status), '.'),
          smallPrint('Check the job: ', line(context.link('job.show', { id }))),
        ],
      };
  }
}
