import { listPolicies } from './policy-list.ts';

export const firewallIntraList = listPolicies('inside', {
  summary: 'List the firewall policies inside one data center, or inside all',
  example: 'firewall intra list de1',
});
