import { actionLinkFor, type Link, linkFor } from '../http/link-verbs.ts';
import type { Call } from '../http/route-types.ts';
import { decimal } from '../http/wire-json.ts';
import type { Server } from '../store/cloud-store.ts';
import { hrefOf as alertPolicyHref } from './alert-policy-routes.ts';
import { hrefOf as autoscalePolicyHref } from './autoscale-policy-routes.ts';

/** A server as GET server and detailed groups show it, in key order (service-facts 3). */
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

/** Nothing while a server is being built; power and storage alone once it is put away. */
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

/** Public first, as recorded; an internal address without a public one has an entry of its own. */
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
    const map = { rel: 'alertPolicyMap', href: `${hrefOf(server)}/alertPolicies/${id}` };
    const links = [
      { rel: 'self', href: alertPolicyHref(policy) },
      ...linkFor(caller, map, { DELETE: 'assignPolicies' }),
    ];
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

function placeLinks(server: Server): Link[] {
  const alias = server.account.toLowerCase();
  return [
    { rel: 'group', href: `/v2/groups/${alias}/${server.groupId}`, id: server.groupId },
    { rel: 'account', href: `/v2/accounts/${alias}`, id: alias },
    { rel: 'billing', href: `/v2/billing/${alias}/estimate-server/${server.id}` },
  ];
}

/** A server that isn't active can be changed, and nothing more; an archived one can also be deleted or restored. */
function restingLinks({ caller }: Call, server: Server): Link[] {
  const self = hrefOf(server);
  return [
    ...linkFor(
      caller,
      { rel: 'self', href: self, id: server.id },
      { GET: 'viewServers', PATCH: 'changeServers' },
    ),
    ...placeLinks(server),
    ...(server.status === 'archived'
      ? [
          ...actionLinkFor(caller, { rel: 'delete', href: self }, 'changeServers'),
          ...actionLinkFor(caller, { rel: 'restore', href: `${self}/restore` }, 'changeServers'),
        ]
      : []),
  ];
}

/** What can be done to a server while it is active, by those who may. GET is seldom named (T23). */
function activeLinks({ caller }: Call, server: Server): Link[] {
  const self = hrefOf(server);
  // Only activities are found by the id of 32 digits.
  const activities = `/v2/servers/${server.account.toLowerCase()}/${server.uuid}`;
  return [
    ...linkFor(
      caller,
      { rel: 'self', href: self, id: server.id },
      { GET: 'viewServers', PATCH: 'changeServers', DELETE: 'changeServers' },
    ),
    ...placeLinks(server),
    { rel: 'statistics', href: `${self}/statistics` },
    { rel: 'upcomingScheduledActivities', href: `${activities}/upcomingScheduledActivities` },
    { rel: 'scheduledActivities', href: `${activities}/scheduledActivities`, verbs: ['GET', 'POST'] },
    ...linkFor(
      caller,
      { rel: 'publicIPAddresses', href: `${self}/publicIPAddresses` },
      { POST: 'changePublicIps' },
    ),
    ...linkFor(
      caller,
      { rel: 'alertPolicyMappings', href: `${self}/alertPolicies` },
      { POST: 'assignPolicies' },
    ),
    ...linkFor(
      caller,
      { rel: 'antiAffinityPolicyMapping', href: `${self}/antiAffinityPolicy` },
      { PUT: 'assignPolicies', DELETE: 'assignPolicies' },
    ),
    ...linkFor(
      caller,
      { rel: 'cpuAutoscalePolicyMapping', href: `${self}/cpuAutoscalePolicy` },
      { PUT: 'assignPolicies', DELETE: 'assignPolicies' },
    ),
    { rel: 'capabilities', href: `${self}/capabilities` },
    { rel: 'credentials', href: `${self}/credentials` },
    ...[...server.publicIps.keys()].flatMap((address) =>
      linkFor(
        caller,
        { rel: 'publicIPAddress', href: `${self}/publicIPAddresses/${address}`, id: address },
        { GET: 'viewPublicIps', PUT: 'changePublicIps', DELETE: 'changePublicIps' },
      ),
    ),
  ];
}
