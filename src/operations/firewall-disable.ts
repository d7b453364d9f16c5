import { code, done, step, steps } from '../core/answer.ts';
import { lineIn, operation } from './shared/context.ts';
import { experimental, policyId, switchTo } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';

export const firewallDisable = operation({
  id: 'firewall.disable',
  does: 'Switch a firewall policy between data centers off',
  fields: {
    dc: dataCenter({ label: 'From data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  touches: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  says: ({ dc, id }) => `switch off firewall policy ${id} from ${dc.name}`,
  warns: () => [experimental],
  exposes: ({ dc, id }) => ({
    change: 'disables',
    place: { kind: 'between', dataCenter: dc.id },
    way: { rule: id },
  }),
  shows: ({ dc, id }) => `firewall show ${dc.id} ${id}`,
  run: ({ dc, id }, { service }) => switchTo(false, dc.id, id, service),
  answer: ({ dc, id }, _, context) => [
    done('Firewall policy ', code(id), ' is switched off.'),
    steps(step('Show', lineIn(context, 'firewall show', dc.id, id))),
  ],
  undo: ({ dc, id }, switched, context) =>
    switched
      ? {
          line: lineIn(context, 'firewall enable', dc.id, id),
          subject: { kind: 'firewall between', dc: dc.id, id },
        }
      : undefined,
});
