import { code, facts, heading, step, steps } from '../core/answer.ts';
import { text } from './fields/index.ts';
import { defineOperation, lineIn } from './shared/context.ts';

const meanings = {
  queued: 'waiting to start',
  running: 'being done',
  succeeded: 'done',
  failed: 'failed; the service gives no reason',
  unknown: 'the service does not say how it ended',
} as const;

export const job = defineOperation({
  id: 'job',
  summary: 'Show how far a job of the service is',
  fields: {
    id: text({ label: 'Job', at: 0, hint: 'a job id like de1-10001', example: 'de1-10001', longest: 64 }),
  },
  risk: 'reads',
  run: ({ id }, { service }) => service.jobs.status(id),
  result: ({ id }, { status, phase }, context) => [
    heading(`Job ${id}`),
    facts({ Status: code(status), Meaning: meanings[phase] }),
    steps((phase === 'queued' || phase === 'running') && step('Look again', lineIn(context, 'job', id))),
  ],
});
