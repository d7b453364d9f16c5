import { type Link, linksFor } from '../http/link-verbs.ts';
import type { Call } from '../http/route-types.ts';
import { decimal } from '../http/wire-json.ts';
import type { Server } from '../store/cloud-store.ts';
import { hrefOf as alertPolicyHref } from './alert-policy-routes.ts';
import { hrefOf as autoscalePolicyHref } from './autoscale-policy-routes.ts';

/** Returns a server as in GET server and in detailed groups, in key order (docs/cloud-api.md, Servers). */
export function serverBody(call: Call, server: Server): object {
  return {
    id: server.id,
    name: server.id.toUpperCase(),
    description: server.description,
    groupId: server.groupId,
    isTemplate: server.isTemplate,
    locationId: server.location,
    osType: server.osType,
    os: server.os,
    status: server.status,
    ...detailsOf(call, server),
    type: 'standard',
    storageType: 'standard',
    changeInfo: server.changeInfo,
    links: server.status === 'active' ? activeLinks(call, server) : restingLinks(call, server),
  };
}

/** Returns no details during construction, and only power and storage for an archived server. */
function detailsOf(call: Call, server: Server): { details?: object } {
  const { powerState, storageGB } = server;
  if (!server.hasDetails) return {};
  if (server.status === 'archived' || server.status === 'queuedForRestore') {
    return { details: { powerState, storageGB } };
  }
  return {
    details: {
      ipAddresses: ipAddressesOf(server),
      secondaryIPAddresses: [],
      alertPolicies: alertPoliciesOf(call, server),
      ...autoscalePolicyOf(call, server),
      cpu: server.cpu,
      diskCount: 3,
      hostName: `${server.id}.${server.location.toLowerCase()}.example.com`,
      inMaintenanceMode: false,
      memoryMB: server.memoryMB,
      powerState,
      storageGB,
      disks: disksOf(server),
      partitions: [{ sizeGB: decimal(storageGB - 3), path: '/' }],
      snapshots: [],
      customFields: server.customFields,
    },
  };
}

/** Lists the public address first, as recorded. An internal address without a public one has a separate entry. */
function ipAddressesOf({ internalAddresses, publicIps }: Server): object[] {
  return internalAddresses.map((internal) => {
    const [address] = [...publicIps].find(([, publicIp]) => publicIp.internalIPAddress === internal) ?? [];
    return address === undefined ? { internal } : { public: address, internal };
  });
}

function alertPoliciesOf({ store, caller }: Call, server: Server): object[] {
  return [...server.alertPolicyIds].flatMap((id) => {
    const policy = store.alertPolicies.get(id);
    if (!policy) return [];
    const links = linksFor(caller, [
      ['self', alertPolicyHref(policy)],
      ['alertPolicyMap', `${hrefOf(server)}/alertPolicies/${id}`, { DELETE: 'assignPolicies' }],
    ]);
    return [{ id, name: policy.name, links }];
  });
}

function autoscalePolicyOf({ store }: Call, { autoscalePolicyId = '' }: Server): object {
  const policy = store.autoscalePolicies.get(autoscalePolicyId);
  if (!policy) return {};
  return {
    cpuAutoscalePolicy: { id: policy.id, links: [{ rel: 'self', href: autoscalePolicyHref(policy) }] },
  };
}

function disksOf({ storageGB }: Server): object[] {
  return [
    { id: '0:0', sizeGB: 1, partitionPaths: [] },
    { id: '0:1', sizeGB: 2, partitionPaths: [] },
    { id: '0:2', sizeGB: storageGB - 3, partitionPaths: [] },
  ];
}

const hrefOf = ({ account, id }: Server) => `/v2/servers/${account.toLowerCase()}/${id}`;

function placeLinks({ caller }: Call, server: Server): Link[] {
  const alias = server.account.toLowerCase();
  return linksFor(caller, [
    ['group', `/v2/groups/${alias}/${server.groupId}`, undefined, { id: server.groupId }],
    ['account', `/v2/accounts/${alias}`, undefined, { id: alias }],
    ['billing', `/v2/billing/${alias}/serverPricing/${server.id}`],
  ]);
}

/** Returns the links of an inactive server, which can only be changed; an archived one can also be deleted or restored. */
function restingLinks(call: Call, server: Server): Link[] {
  const self = hrefOf(server);
  const isArchived = server.status === 'archived';
  return [
    ...linksFor(call.caller, [
      ['self', self, { GET: 'viewServers', PATCH: 'changeServers' }, { id: server.id }],
    ]),
    ...placeLinks(call, server),
    ...linksFor(call.caller, [
      isArchived && ['delete', self, 'changeServers'],
      isArchived && ['restore', `${self}/restore`, 'changeServers'],
    ]),
  ];
}

/** Returns the links of an active server that the caller may use. Few of them name GET (docs/cloud-api.md, Links). */
function activeLinks(call: Call, server: Server): Link[] {
  const self = hrefOf(server);
  // Only activities use the id of 32 digits.
  const activities = `/v2/servers/${server.account.toLowerCase()}/${server.uuid}`;
  const mapping = { PUT: 'assignPolicies', DELETE: 'assignPolicies' } as const;
  const address = { GET: 'viewPublicIps', PUT: 'changePublicIps', DELETE: 'changePublicIps' } as const;
  return [
    ...linksFor(call.caller, [
      [
        'self',
        self,
        { GET: 'viewServers', PATCH: 'changeServers', DELETE: 'changeServers' },
        { id: server.id },
      ],
    ]),
    ...placeLinks(call, server),
    ...linksFor(call.caller, [
      ['statistics', `${self}/statistics`],
      ['upcomingScheduledActivities', `${activities}/upcomingScheduledActivities`],
      ['scheduledActivities', `${activities}/scheduledActivities`, ['GET', 'POST']],
      ['publicIPAddresses', `${self}/publicIPAddresses`, { POST: 'changePublicIps' }],
      ['alertPolicyMappings', `${self}/alertPolicies`, { POST: 'assignPolicies' }],
      ['antiAffinityPolicyMapping', `${self}/antiAffinityPolicy`, mapping],
      ['cpuAutoscalePolicyMapping', `${self}/cpuAutoscalePolicy`, mapping],
      ['capabilities', `${self}/capabilities`],
      ['credentials', `${self}/credentials`],
    ]),
    ...[...server.publicIps.keys()].flatMap((id) =>
      linksFor(call.caller, [['publicIPAddress', `${self}/publicIPAddresses/${id}`, address, { id }]]),
    ),
  ];
}
