import { code, done, step, steps } from '../core/answer.ts';
import { defineOperation, lineIn } from './shared/context.ts';
import { experimental, policyId, switchTo } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallDisable = defineOperation({
  id: 'firewall.disable',
  summary: 'Switch a firewall policy between data centers off',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  targets: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  title: ({ dc, id }) => `switch off firewall policy ${id} from ${dc.name}`,
  warnings: () => [experimental],
  networkChange: ({ dc, id }) => ({
    change: 'disables',
    place: { kind: 'between', dataCenter: dc.id },
    way: { rule: id },
  }),
  statusCommand: ({ dc, id }) => `firewall show ${dc.id} ${id}`,
  run: ({ dc, id }, { service }) => switchTo(false, dc.id, id, service),
  result: ({ dc, id }, _, context) => [
    done('Firewall policy ', code(id), ' is switched off.'),
    steps(step('Show', lineIn(context, 'firewall show', dc.id, id))),
  ],
  inverse: ({ dc, id }, switched, context) =>
    switched
      ? {
          line: lineIn(context, 'firewall enable', dc.id, id),
          subject: { kind: 'firewall between', dc: dc.id, id },
        }
      : undefined,
});
