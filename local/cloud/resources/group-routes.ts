import { type Link, linksFor } from '../http/link-verbs.ts';
import { ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { childGroups, type Group, type Server, serversOf } from '../store/cloud-store.ts';
import { findOwn } from './find-own.ts';
import { serverBody } from './server-body.ts';

/**
 * Returns a group with all its contents. Servers are links or, with `serverDetail=detailed`, a `servers` array in every group, but
 * never both (docs/cloud-api.md, Groups).
 */
export function getGroup(call: Call): Reply {
  const isDetailed = call.query.text('serverDetail')?.toLowerCase() === 'detailed';
  return ok(groupBody(call, findOwn(call, call.store.groups, 'group'), isDetailed));
}

function groupBody(call: Call, group: Group, isDetailed: boolean): object {
  const servers = serversOf(call.store, group.account).filter(({ groupId }) => groupId === group.id);
  const children = childGroups(call.store, group.id);
  return {
    id: group.id,
    name: group.name,
    ...(group.description === undefined ? {} : { description: group.description }),
    locationId: group.location,
    type: group.type,
    status: 'active',
    serversCount: countActive(call, group),
    groups: children.map((child) => groupBody(call, child, isDetailed)),
    ...(isDetailed ? { servers: servers.map((server) => serverBody(call, server)) } : {}),
    links: [...groupLinks(call, group), ...(isDetailed ? [] : servers.map(serverLink))],
    changeInfo: group.changeInfo,
    customFields: [],
  };
}

/** Counts the active servers of the whole subtree, fewer than are listed (docs/cloud-api.md, Groups). */
function countActive({ store }: Call, group: Group): number {
  const active = serversOf(store, group.account).filter(({ status }) => status === 'active');
  const inside = ({ id }: Group): number =>
    active.filter(({ groupId }) => groupId === id).length +
    childGroups(store, id).reduce((sum, child) => sum + inside(child), 0);
  return inside(group);
}

/** Returns the links of a group. The root group of a data center, its Archive and its Templates can't be deleted or archived. */
function groupLinks({ caller }: Call, { id, account, parentId, type }: Group): Link[] {
  const alias = account.toLowerCase();
  const self = `/v2/groups/${alias}/${id}`;
  const isFixed = parentId === undefined || type !== 'default';
  return linksFor(caller, [
    ['createGroup', `/v2/groups/${alias}`, { POST: 'changeServers' }],
    ['createServer', `/v2/servers/${alias}`, { POST: 'changeServers' }],
    [
      'self',
      self,
      { GET: 'viewServers', PATCH: 'changeServers', ...(!isFixed && { DELETE: 'changeServers' }) },
    ],
    parentId !== undefined && ['parentGroup', `/v2/groups/${alias}/${parentId}`, undefined, { id: parentId }],
    ['defaults', `${self}/defaults`, { GET: 'viewServers', POST: 'changeServers' }],
    ['billing', `${self}/billing`],
    !isFixed && ['archiveGroupAction', `${self}/archive`, 'changeServers'],
    ['statistics', `${self}/statistics`],
    ['upcomingScheduledActivities', `${self}/upcomingScheduledActivities`],
    ['scheduledActivities', `${self}/scheduledActivities`, ['GET', 'POST']],
    ['horizontalAutoscalePolicyMapping', `${self}/horizontalAutoscalePolicy`, ['GET', 'PUT', 'DELETE']],
  ]);
}

/** Returns the link of a server. Its id is in upper case, its href in lower case (docs/cloud-api.md, Groups). */
function serverLink({ id, account }: Server): Link {
  return { rel: 'server', href: `/v2/servers/${account.toLowerCase()}/${id}`, id: id.toUpperCase() };
}
