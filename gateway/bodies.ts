import type {
  AlertPolicy,
  DataCenter,
  FirewallPolicy,
  Group,
  Invoice,
  Provider,
  Server,
} from './provider.ts';

/** A link of an answer. Its href has the alias in lower case, as those of the service do. */
interface Link {
  readonly rel: string;
  readonly href: string;
  readonly id?: string;
  readonly name?: string;
  readonly verbs?: readonly string[];
}

/** Returns how the records of a provider become bodies of the interface, with the links of an account. */
export function bodiesFor({ rootGroupId }: Provider, alias: string) {
  const account = alias.toLowerCase();
  const alertPolicyPath = (id: string): string => `/v2/alertPolicies/${account}/${id}`;
  const firewallPolicyPath = (dataCenter: string, id: string): string =>
    `/v2-experimental/firewallPolicies/${account}/${dataCenter}/${id}`;
  const serverPath = (id: string): string => `/v2/servers/${account}/${id}`;

  const server = ({ id, groupId, dataCenter, osType, status, details }: Server) => ({
    id,
    name: id.toUpperCase(),
    groupId,
    locationId: dataCenter.toUpperCase(),
    osType,
    status,
    type: 'standard',
    ...(details && {
      details: {
        ...details,
        alertPolicies: details.alertPolicies.map((policy) => ({ ...policy, links: [] })),
      },
    }),
    links: [
      { rel: 'self', href: serverPath(id), id },
      ...(details
        ? [{ rel: 'alertPolicyMappings', href: `${serverPath(id)}/alertPolicies`, verbs: ['POST'] }]
        : []),
    ] satisfies Link[],
  });

  const group = (of: Group, isDetailed: boolean): object => ({
    id: of.id,
    name: of.name,
    groups: of.groups.map((inner) => group(inner, isDetailed)),
    ...(isDetailed && { servers: of.servers.map(server) }),
    links: isDetailed
      ? []
      : of.servers.map(({ id }): Link => ({ rel: 'server', href: serverPath(id), id: id.toUpperCase() })),
  });

  const alertPolicyCheck: Link = {
    rel: 'alertPolicyCheck',
    href: alertPolicyPath('check'),
    verbs: ['GET'],
  };

  return {
    dataCenter({ id, name }: DataCenter, withGroup: boolean) {
      const root = rootGroupId(id);
      const links: Link[] = [
        { rel: 'self', href: `/v2/datacenters/${account}/${id}` },
        { rel: 'firewallPolicyCheck', href: firewallPolicyPath(id, 'check'), verbs: ['GET'] },
      ];
      if (withGroup)
        links.push({ rel: 'group', href: `/v2/groups/${account}/${root}`, id: root, name: id.toUpperCase() });
      return { id, name, links };
    },
    group,
    server,
    alertPolicyCheck,
    alertPolicyPath,
    alertPolicy({ isOwn, ...policy }: AlertPolicy) {
      const verbs = isOwn ? ['GET', 'DELETE', 'PUT'] : ['GET'];
      return {
        ...policy,
        links: [{ rel: 'self', href: alertPolicyPath(policy.id), verbs }, alertPolicyCheck],
      };
    },
    firewallPolicy(dataCenter: string, { may, ...policy }: FirewallPolicy) {
      const verbs = ['GET', ...(may.update ? ['PUT'] : []), ...(may.delete ? ['DELETE'] : [])];
      const self: Link = { rel: 'self', href: firewallPolicyPath(dataCenter, policy.id), verbs };
      return { ...policy, destinationAccount: account, links: [self] };
    },
    newFirewallPolicy: (dataCenter: string, id: string): Link => ({
      rel: 'self',
      href: firewallPolicyPath(dataCenter, id),
      verbs: ['GET', 'PUT', 'DELETE'],
    }),
    invoice: ({ id, lineItems, ...rest }: Invoice) => ({
      id: alias + id,
      terms: '',
      accountAlias: alias,
      pricingAccountAlias: alias,
      parentAccountAlias: '',
      ...rest,
      lineItems: lineItems.map((line) => ({ ...line, itemDetails: [] })),
    }),
  };
}
