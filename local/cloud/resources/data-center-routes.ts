import { type Link, linksFor } from '../http/link-verbs.ts';
import { HttpError, notFound, ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { bareMetalCatalogue } from '../seed/bare-metal.ts';
import { networkOf } from '../seed/seed-network.ts';
import { importableOsTypes, templates } from '../seed/templates.ts';
import { type DataCenter, rootGroup } from '../store/cloud-store.ts';

/*
 * Data centers and their offers (docs/cloud-api.md, Data centers; docs/cloud-api.md, Deployment capabilities;
 * docs/cloud-api.md, Bare metal).
 */

export function list(call: Call): Reply {
  const all = [...call.store.dataCenters.values()].map((dataCenter) => dataCenterBody(call, dataCenter));
  return ok(all, { 'cache-control': 'max-age=300, private' });
}

export const get = (call: Call): Reply => ok(dataCenterBody(call, findDataCenter(call)));

export function bareMetal(call: Call): Reply {
  const { bareMetal } = findDataCenter(call);
  if (bareMetal === 'absent') return notFound;
  return ok(bareMetal === 'offered' ? bareMetalCatalogue : { skus: [], operatingSystems: [] });
}

export function deployment(call: Call): Reply {
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
}

function findDataCenter({ store, param }: Call): DataCenter {
  const dataCenter = store.dataCenters.get(param('dataCenter').toLowerCase());
  if (!dataCenter) throw new HttpError(notFound);
  return dataCenter;
}

/** Renders a data center with 6 links, or with 15 if group links are requested (docs/cloud-api.md, Data centers). */
function dataCenterBody(call: Call, { id, name }: DataCenter): object {
  const withGroups = call.query.flag('groupLinks') === true;
  return { id, name, links: [...plainLinks(call, id), ...(withGroups ? groupLinks(call, id) : [])] };
}

function plainLinks({ caller, account }: Call, location: string): Link[] {
  const place = `${account.toLowerCase()}/${location}`;
  const self = `/v2/datacenters/${place}`;
  return linksFor(caller, [
    ['self', self],
    ['deploymentCapabilities', `${self}/deploymentCapabilities`],
    ['loadBalancers', `/v2/sharedLoadBalancers/${place}`, ['GET', 'POST']],
    ['computeLimits', `${self}/computeLimits`, ['GET', 'POST']],
    ['networkLimits', `${self}/networkLimits`, ['GET']],
    ['availableOvfs', `/v2/vmImport/${place}/available`, ['GET']],
  ]);
}

function groupLinks({ store, account, caller }: Call, location: string): Link[] {
  const group = rootGroup(store, account, location.toUpperCase());
  if (!group) return [];
  const alias = account.toLowerCase();
  const href = `/v2/groups/${alias}/${group.id}`;
  return linksFor(caller, [
    ['group', href, undefined, { id: group.id, name: group.name }],
    ['createGroup', `/v2/groups/${alias}`, { POST: 'changeServers' }],
    ['createServer', `/v2/servers/${alias}`, { POST: 'changeServers' }],
    ['defaults', `${href}/defaults`, ['GET', 'POST']],
    ['billing', `${href}/billing`],
    ['statistics', `${href}/statistics`],
    ['upcomingScheduledActivities', `${href}/upcomingScheduledActivities`],
    ['scheduledActivities', `${href}/scheduledActivities`, ['GET', 'POST']],
    ['horizontalAutoscalePolicyMapping', `${href}/horizontalAutoscalePolicy`, ['GET', 'PUT', 'DELETE']],
  ]);
}
