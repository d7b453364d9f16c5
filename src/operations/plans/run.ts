import { bold, context, heading, item, line, note } from '../../answer/answer.ts';
import { optional } from '../../operation/field.ts';
import { defineOperation } from '../context/context.ts';
import { runbookName } from '../fields/index.ts';
import { runbooks } from './deployed-runbooks.ts';

export const run = defineOperation({
  id: 'run',
  summary: 'Run a runbook, which is a plan with a name, or list all of them',
  example: 'run',
  fields: {
    runbook: optional(runbookName({ label: 'Runbook', at: 0, names: runbooks.map(({ name }) => name) })),
  },
  risk: 'reads',
  offline: true,
  roles: [],
  run: async () => runbooks,
  result: (_, listed) => [
    heading('Runbooks'),
    ...listed.map(({ name, summary }) =>
      item([bold(name), ` · ${summary}`], {
        label: 'Run…',
        about: name,
        action: { form: `run ${name}` },
      }),
    ),
    ...(listed.length === 0 ? [note('There is none yet. Each is a file in the folder runbooks.')] : []),
    context('Several commands as one change: ', line('plan')),
  ],
});
