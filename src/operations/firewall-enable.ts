import { code, done, step, steps } from '../core/answer.ts';
import { lineIn, operation } from './shared/context.ts';
import { experimental, policyId, switchTo } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallEnable = operation({
  id: 'firewall.enable',
  does: 'Switch a firewall policy between data centers on',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'opens',
  needs: 'approval',
  touches: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  says: ({ dc, id }) => `switch on firewall policy ${id} from ${dc.name}`,
  warns: () => [experimental],
  exposes: ({ dc, id }) => ({
    change: 'enables',
    place: { kind: 'between', dataCenter: dc.id },
    way: { rule: id },
  }),
  shows: ({ dc, id }) => `firewall show ${dc.id} ${id}`,
  run: ({ dc, id }, { service }) => switchTo(true, dc.id, id, service),
  answer: ({ dc, id }, _, context) => [
    done('Firewall policy ', code(id), ' is switched on.'),
    steps(step('Show', lineIn(context, 'firewall show', dc.id, id))),
  ],
  undo: ({ dc, id }, switched, context) =>
    switched
      ? {
          line: lineIn(context, 'firewall disable', dc.id, id),
          subject: { kind: 'firewall between', dc: dc.id, id },
        }
      : undefined,
});
