import { listPolicies } from './policy-list.ts';

export const firewallList = listPolicies('between', {
  summary: 'List the firewall policies between data centers, from one or from all',
  example: 'firewall list de1',
});
