import { bold, code, failed, line, context as smallPrint, warning } from '../../answer/answer.ts';
import type { Progress } from '../../operation/operation.ts';
import type { Context } from '../context/context.ts';

const noReason = 'The cloud API reports that this failed, and gives no reason.';

/**
 * Reads the progress of a background job. The cloud API gives no reason for a failure (docs/cloud-api.md, Jobs), and an unknown
 * status does not prove one.
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
    case 'unknown': {
      const check = smallPrint('Check the job: ', line(context.link('job.show', { id })));
      if (phase === 'failed') return { phase, answer: [failed(noReason), check], note: noReason };
      const what = warning(bold('Outcome unknown'), ': the cloud API reports status ', code(status), '.');
      return { phase, answer: [what, check], note: `The cloud API reports status ${status}.` };
    }
  }
}
