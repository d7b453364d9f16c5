import type { Account, CrossFirewallPolicy } from '../../cloud/index.ts';
import { isUnread } from '../../cloud/model/partly.ts';
import { shortList } from '../../core/list.ts';
import { unknown } from '../../core/unknown-text.ts';
import { allPorts, type Rule, type RuleScope } from '../../network/network-change.ts';
import { portRangeOf } from '../../network/port-range.ts';
import { describeCross, describeIntra, otherAccount, whereabouts } from './firewall.ts';
import { crossContent, type IntraPolicy, intraContent } from './firewall-state.ts';

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

/** Returns a policy between data centers as a rule, in canonical form, as its title is. */
export function crossRule(policy: CrossFirewallPolicy, service: { readonly alias: string }): Rule {
  const content = crossContent(policy);
  const { id, enabled, sourceCidr, sourceAccount, destinationCidr, destinationAccount } = content;
  const accountOf = (account: string, field: string): string | undefined =>
    isUnread(policy, field) ? undefined : otherAccount(account, service);
  const isPlaceUnread = isUnread(policy, 'destinationLocation', 'destinationAccount');
  return {
    id,
    status: policy.status,
    enabled,
    sources: sourceCidr.split(', '),
    destinations: destinationCidr.split(', '),
    ports: allPorts,
    to: isPlaceUnread ? unknown : whereabouts(content.destinationLocation, destinationAccount, service),
    into: accountOf(destinationAccount, 'destinationAccount') ?? accountOf(sourceAccount, 'sourceAccount'),
    summary: describeCross(content, service),
  };
}

/** Returns a policy inside a data center as a rule, in canonical form, as its title is. */
export function intraRule(
  policy: IntraPolicy,
  dataCenter: string,
  service: { readonly alias: string },
): Rule {
  const content = intraContent(policy);
  const { id, enabled, source, destination, ports, destinationAccount } = content;
  return {
    id,
    status: policy.status,
    enabled,
    sources: source,
    destinations: destination,
    ports: ports.map(portRangeOf),
    to: isUnread(policy, 'destinationAccount')
      ? unknown
      : whereabouts(dataCenter, destinationAccount, service),
    into: otherAccount(destinationAccount, service),
    summary: describeIntra(content, dataCenter, service, inShort),
  };
}

/** Upper bound for the ranges or ports that a summary names. */
const maxNamed = 3;

/** Lists ranges or ports, and counts those above `maxNamed`: "tcp/80, tcp/443". */
export const inShort = (items: readonly string[]): string =>
  items.length <= maxNamed ? items.join(', ') : shortList(items, maxNamed);
