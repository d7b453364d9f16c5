import { code, done, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { experimental, policyId, switchTo } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallEnable = defineOperation({
  id: 'firewall.enable',
  summary: 'Switch a firewall policy between data centers on',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'opens',
  needs: 'approval',
  targets: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  title: ({ dc, id }) => `switch on firewall policy ${id} from ${dc.name}`,
  warnings: () => [experimental],
  networkChange: ({ dc, id }) => ({
    change: 'enables',
    place: { kind: 'between', dataCenter: dc.id },
    way: { rule: id },
  }),
  statusCommand: ({ dc, id }) => `firewall show ${dc.id} ${id}`,
  run: ({ dc, id }, { service }) => switchTo(true, dc.id, id, service),
  result: ({ dc, id }, _, context) => [
    done('Firewall policy ', code(id), ' is switched on.'),
    steps(step('Show', lineIn(context, 'firewall show', dc.id, id))),
  ],
  inverse: ({ dc, id }, switched, context) =>
    switched
      ? {
          line: lineIn(context, 'firewall disable', dc.id, id),
          subject: { kind: 'firewall between', dc: dc.id, id },
        }
      : undefined,
});
