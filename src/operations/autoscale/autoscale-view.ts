import {
  buttons,
  code,
  commandButton,
  fields,
  heading,
  line,
  note,
  context as smallPrint,
} from '../../answer/answer.ts';
import { defineOperation } from '../context/context.ts';
import { notAllRead } from '../context/not-all-read.ts';
import { serverViewers } from '../context/roles.ts';
import { nameOf, server } from '../servers/server.ts';
import { describe, window } from './autoscale.ts';

export const autoscaleView = defineOperation({
  id: 'autoscale.view',
  summary: 'Show a server’s autoscale policy (“autoscale show” shows a policy)',
  action: 'Show server’s autoscale',
  example: 'autoscale view DE1ACMEWEB01',
  fields: { server: server({ label: 'Server', at: 0 }) },
  risk: 'reads',
  roles: serverViewers,
  async run({ server }, { service }) {
    const assigned = await service.autoscalePolicies.view(server.id);
    return assigned && service.autoscalePolicies.get(assigned.id);
  },
  result: ({ server }, policy, context) =>
    policy
      ? [
          heading(`Autoscale of ${nameOf(server)}`),
          fields({
            Policy: policy.name,
            Scales: describe(policy),
            'Scale-down window': window(policy, context.clock),
          }),
          ...notAllRead(policy),
          smallPrint('Autoscale policy · ', code(policy.id)),
          buttons(commandButton('Remove Policy', context.link('autoscale.remove', { server: server.id }))),
        ]
      : [
          note(`${nameOf(server)} has no autoscale policy.`),
          note('Set one: ', line(context.link('autoscale.set', { server: server.id, policy: 'POLICY' }))),
        ],
});
