import { allows } from '../cloud/model/link.ts';
import { code, facts, heading, line, note, step, steps } from '../core/answer.ts';
import { defineOperation } from './shared/context.ts';
import { alertPolicy } from './shared/references.ts';
import { serverViewers } from './shared/roles.ts';
import { describeTriggers, recipientsOf } from './shared/triggers.ts';

export const alertShow = defineOperation({
  id: 'alert.show',
  summary: 'Show one alert policy',
  example: 'alert show "Disk 80"',
  fields: { policy: alertPolicy({ label: 'Policy', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  run: ({ policy }, { service }) => service.alertPolicies.get(policy.id),
  result: (_, policy, { link }) => [
    heading(`Alert policy ${policy.name}`),
    facts({
      Fires: describeTriggers(policy.triggers) || 'never: it has no trigger',
      Tells: recipientsOf(policy).join(', ') || 'nobody',
      Id: code(policy.id),
    }),
    note('Put it on a server: ', line(link('alert.assign', { policy: policy.id, server: 'SERVER' }))),
    steps(allows(policy, 'DELETE') && step('Delete', link('alert.delete', { policy: policy.id }), 'danger')),
  ],
});
