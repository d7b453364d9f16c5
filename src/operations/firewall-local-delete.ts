import { code } from '../core/answer.ts';
import { operation } from './shared/context.ts';
import { experimental, policyId } from './shared/firewall.ts';
import { dataCenter } from './shared/references.ts';
import { gone } from './shared/removed.ts';

export const firewallLocalDelete = operation({
  id: 'firewall.local.delete',
  does: 'Delete a firewall policy inside a data center',
  fields: {
    dc: dataCenter({ label: 'Data center', at: 0 }),
    id: policyId({ label: 'Policy', at: 1 }),
  },
  risk: 'disrupts',
  needs: 'approval',
  touches: ({ dc, id }) => [`firewall/${dc.id}/${id}`],
  says: ({ dc, id }) => `delete firewall policy ${id} inside ${dc.name}`,
  warns: () => [experimental],
  exposes: ({ dc, id }) => ({
    change: 'deletes',
    place: { kind: 'inside', dataCenter: dc.id },
    way: { rule: id },
  }),
  shows: ({ dc }) => `firewall local list ${dc.id}`,
  run: ({ dc, id }, { service }) => service.firewall.delete(dc.id, id),
  answer: ({ id }, removal) => [
    gone(
      removal,
      ['Deleted firewall policy ', code(id), '.'],
      ['Firewall policy ', code(id), ' was deleted already.'],
    ),
  ],
});
