import { type Link, linkFor } from '../http/link-verbs.ts';
import { HttpError, notFound, ok } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import { bareMetalCatalogue } from '../seed/bare-metal.ts';
import { networkOf } from '../seed/seed-network.ts';
import { importableOsTypes, templates } from '../seed/templates.ts';
import { type DataCenter, rootGroup } from '../store/cloud-store.ts';

const all = '/v2/datacenters/:account';
const dataCenterPath = `${all}/:dataCenter`;

/** Data centers and what can be had there: interface.md §4.6, service-facts 1.7 to 1.10. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'dataCenters.list',
    method: 'GET',
    path: all,
    needs: 'viewAccount',
    answer: (call) =>
      ok(
        [...call.store.dataCenters.values()].map((dataCenter) => dataCenterBody(call, dataCenter)),
        { 'cache-control': 'max-age=300, private' },
      ),
  },
  {
    name: 'dataCenters.get',
    method: 'GET',
    path: dataCenterPath,
    needs: 'viewAccount',
    answer: (call) => ok(dataCenterBody(call, findDataCenter(call))),
  },
  {
    name: 'dataCenters.bareMetalCapabilities',
    method: 'GET',
    path: `${dataCenterPath}/bareMetalCapabilities`,
    needs: 'viewAccount',
    answer(call) {
      const { bareMetal } = findDataCenter(call);
      if (bareMetal === 'absent') return notFound;
      return ok(bareMetal === 'offered' ? bareMetalCatalogue : { skus: [], operatingSystems: [] });
    },
  },
  {
    name: 'dataCenters.deploymentCapabilities',
    method: 'GET',
    path: `${dataCenterPath}/deploymentCapabilities`,
    needs: 'viewAccount',
    answer(call) {
      const dataCenter = findDataCenter(call);
      return ok({
        dataCenterEnabled: true,
        importVMEnabled: true,
        supportsPremiumStorage: true,
        supportsSharedLoadBalancer: true,
        supportsBareMetalServers: dataCenter.bareMetal === 'offered',
        deployableNetworks: [networkOf(call.store, call.account, dataCenter.id)],
        templates,
        importableOSTypes: importableOsTypes,
      });
    },
  },
];

function findDataCenter({ store, param }: Call): DataCenter {
  const dataCenter = store.dataCenters.get(param('dataCenter').toLowerCase());
  if (!dataCenter) throw new HttpError(notFound);
  return dataCenter;
}

/** 6 links, or 15 when group links are asked for, on the list as on one (service-facts 1.7 and 1.8). */
function dataCenterBody(call: Call, dataCenter: DataCenter): object {
  const links = plainLinks(call.account, dataCenter.id);
  const withGroups = call.query.flag('groupLinks') === true;
  return {
    id: dataCenter.id,
    name: dataCenter.name,
    links: withGroups ? [...links, ...groupLinks(call, dataCenter.id)] : links,
  };
}

function plainLinks(account: string, location: string): Link[] {
  const place = `${account.toLowerCase()}/${location}`;
  const self = `/v2/datacenters/${place}`;
  return [
    { rel: 'self', href: self },
    { rel: 'deploymentCapabilities', href: `${self}/deploymentCapabilities` },
    { rel: 'loadBalancers', href: `/v2/sharedLoadBalancers/${place}`, verbs: ['GET', 'POST'] },
    { rel: 'computeLimits', href: `${self}/computeLimits`, verbs: ['GET', 'POST'] },
    { rel: 'networkLimits', href: `${self}/networkLimits`, verbs: ['GET'] },
    { rel: 'availableOvfs', href: `/v2/vmImport/${place}/available`, verbs: ['GET'] },
  ];
}

function groupLinks({ store, account, caller }: Call, location: string): Link[] {
  const group = rootGroup(store, account, location.toUpperCase());
  if (!group) return [];
  const alias = account.toLowerCase();
  const href = `/v2/groups/${alias}/${group.id}`;
  return [
    { rel: 'group', href, id: group.id, name: group.name },
    ...linkFor(caller, { rel: 'createGroup', href: `/v2/groups/${alias}` }, { POST: 'changeServers' }),
    ...linkFor(caller, { rel: 'createServer', href: `/v2/servers/${alias}` }, { POST: 'changeServers' }),
    { rel: 'defaults', href: `${href}/defaults`, verbs: ['GET', 'POST'] },
    { rel: 'billing', href: `${href}/billing` },
    { rel: 'statistics', href: `${href}/statistics` },
    { rel: 'upcomingScheduledActivities', href: `${href}/upcomingScheduledActivities` },
    { rel: 'scheduledActivities', href: `${href}/scheduledActivities`, verbs: ['GET', 'POST'] },
    {
      rel: 'horizontalAutoscalePolicyMapping',
      href: `${href}/horizontalAutoscalePolicy`,
      verbs: ['GET', 'PUT', 'DELETE'],
    },
  ];
}
