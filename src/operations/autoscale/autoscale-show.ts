import { code, context, fields, heading } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { autoscalePolicy } from '../fields/references.ts';
import { scalesUp, shown, window } from './autoscale.ts';

export const autoscaleShow = defineOperation({
  id: 'autoscale.show',
  summary: 'Show an autoscale policy (“autoscale view” shows a server’s)',
  action: 'Show autoscale policy',
  example: 'autoscale show "Batch at night"',
  fields: { policy: autoscalePolicy({ label: 'Policy', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  run: ({ policy }, { service }) => service.autoscalePolicies.get(policy.id),
  result: (_, policy, { clock }) => [
    heading(policy.name),
    fields({
      'Scales up': scalesUp(policy),
      'Scales down': `to ${shown(policy.range.min)} at CPU ≤ ${shown(policy.scaleDownThreshold)}%`,
      CPUs: `${shown(policy.range.min)} to ${shown(policy.range.max)}`,
      'Scale-down window': window(policy, clock),
    }),
    ...notAllRead(policy),
    context(
      'Autoscale policy · ',
      code(policy.id),
      ' · scaling down restarts the server, so it happens only in the window',
    ),
  ],
});
