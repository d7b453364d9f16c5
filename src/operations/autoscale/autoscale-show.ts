import { code, context, fields, heading } from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { serverViewers } from '../context/roles.ts';
import { autoscalePolicy } from '../fields/references.ts';
import { window } from './autoscale.ts';

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
      'Scales up': `+${policy.scaleUpIncrement} at CPU ≥ ${policy.scaleUpThreshold}% for ${policy.thresholdPeriodMinutes} min`,
      'Scales down': `to ${policy.range.min} at CPU ≤ ${policy.scaleDownThreshold}%`,
      CPUs: `${policy.range.min} to ${policy.range.max}`,
      'Scale-down window': window(policy, clock),
    }),
    context(
      'Autoscale policy · ',
      code(policy.id),
      ' · scaling down restarts the server, so it happens only in the window',
    ),
  ],
});
