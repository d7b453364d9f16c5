import type { Account, CrossFirewallPolicy, FirewallPolicy } from '../../cloud/index.ts';
import { shortList } from '../../core/list.ts';
import { allPorts, type Rule, type RuleScope } from '../../network/network-change.ts';
import { portRangeOf } from '../../network/port-range.ts';
import { describeCross, describeIntra, otherAccount, whereabouts } from './firewall.ts';

/** Reads the present firewall policies of a scope, for comparison with a change. */
export async function rulesAt(scope: RuleScope, service: Account): Promise<readonly Rule[]> {
  switch (scope.kind) {
    case 'between':
      return (await service.crossFirewall.list(scope.dataCenter)).map((policy) => crossRule(policy, service));
    case 'inside':
      return (await service.firewall.list(scope.dataCenter)).map((policy) =>
        intraRule(policy, scope.dataCenter, service),
      );
    case 'public':
      return [];
  }
}

export const crossRule = (policy: CrossFirewallPolicy, service: { readonly alias: string }): Rule => ({
  id: policy.id,
  status: policy.status,
  enabled: policy.enabled,
  sources: [policy.sourceCidr],
  destinations: [policy.destinationCidr],
  ports: allPorts,
  to: whereabouts(policy.destinationLocation, policy.destinationAccount, service),
  into: otherAccount(policy.destinationAccount, service) ?? otherAccount(policy.sourceAccount, service),
  summary: describeCross(policy, service),
});

export const intraRule = (
  policy: FirewallPolicy,
  dataCenter: string,
  service: { readonly alias: string },
): Rule => ({
  id: policy.id,
  status: policy.status,
  enabled: policy.enabled,
  sources: policy.source,
  destinations: policy.destination,
  ports: policy.ports.map(portRangeOf),
  to: whereabouts(dataCenter, policy.destinationAccount, service),
  into: otherAccount(policy.destinationAccount, service),
  summary: describeIntra(policy, dataCenter, service, inShort),
});

/** Upper bound for the ranges or ports that a summary names. */
const maxNamed = 3;

/** Lists ranges or ports, and counts those above `maxNamed`: "tcp/80, tcp/443". */
export const inShort = (items: readonly string[]): string =>
  items.length <= maxNamed ? items.join(', ') : shortList(items, maxNamed);
