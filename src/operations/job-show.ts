import { code, facts, heading, step, steps } from '../core/answer.ts';
import { text } from './fields/index.ts';
import { defineOperation } from './shared/context.ts';
import { allButBilling } from './shared/roles.ts';

const meanings = {
  queued: 'waiting to start',
  running: 'running',
  succeeded: 'done',
  failed: 'failed; the service gives no reason',
  unknown: 'the service does not say how it ended',
} as const;

export const jobShow = defineOperation({
  id: 'job.show',
  summary: 'Show a background job’s status',
  example: 'job show 4357d08265ae3c85ab7ed8a9e38a51ce',
  fields: {
    id: text({ label: 'Job', at: 0, hint: 'a job id like de1-10001', example: 'de1-10001', longest: 64 }),
  },
  risk: 'reads',
  roles: allButBilling,
  run: ({ id }, { service }) => service.jobs.status(id),
  result: ({ id }, { status, phase }, { link }) => [
    heading(`Job ${id}`),
    facts({ Status: code(status), Meaning: meanings[phase] }),
    steps((phase === 'queued' || phase === 'running') && step('Refresh', link('job.show', { id }))),
  ],
});
