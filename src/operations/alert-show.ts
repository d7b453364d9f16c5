import { allows } from '../cloud/model/link.ts';
import { code, facts, heading, line, note, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { describeTriggers, recipientsOf } from './shared/triggers.ts';

export const alertShow = defineOperation({
  id: 'alert.show',
  summary: 'Show one alert policy',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'reads',
  run: ({ policy }, { service }) => service.alertPolicies.get(policy.id),
  result: (_, policy, context) => [
    heading(`Alert policy ${policy.name}`),
    facts({
      Fires: describeTriggers(policy.triggers) || 'never: it has no trigger',
      Tells: recipientsOf(policy).join(', ') || 'nobody',
      Id: code(policy.id),
    }),
    note('Put it on a server: ', line(lineIn(context, 'alert assign', policy.id, 'SERVER'))),
    steps(allows(policy, 'DELETE') && step('Delete', lineIn(context, 'alert delete', policy.id), 'danger')),
  ],
});
