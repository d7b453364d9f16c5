import { buttons, code, commandButton, context, heading, note } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { inAscii } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { allButBilling } from '../context/roles.ts';
import { text } from '../fields/index.ts';

const meanings = {
  queued: '⏳ Queued',
  running: '⏳ Running',
  succeeded: '✅ Succeeded',
  failed: '❌ Failed. The cloud API gives no reason.',
  unknown: '⚠️ Outcome unknown: the cloud API doesn’t say how it ended.',
} as const;

export const jobShow = defineOperation({
  id: 'job.show',
  summary: 'Show a background job’s status',
  action: 'Show background job',
  example: 'job show 4357d08265ae3c85ab7ed8a9e38a51ce',
  fields: {
    id: inAscii(
      text({ label: 'Job', at: 0, hint: 'a job id like de1-10001', example: 'de1-10001', maxLength: 64 }),
    ),
  },
  risk: 'reads',
  roles: allButBilling,
  async run({ id }, { service }) {
    const found = await ifFound(service.jobs.status(id));
    if (found) return found;
    throw new UserError(`No job has the id “${id}”.`, {
      next: 'The message of the change that started a job names its id.',
    });
  },
  result: ({ id }, { status, phase }, { link }) => [
    heading(`Job ${id}`),
    note(meanings[phase]),
    ...(status === phase ? [] : [context('Status ', code(status))]),
    buttons(
      (phase === 'queued' || phase === 'running') && commandButton('Refresh', link('job.show', { id })),
    ),
  ],
});
