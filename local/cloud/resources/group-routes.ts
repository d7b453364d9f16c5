import { type Link, linksFor } from '../http/link-verbs.ts';
import { ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { childGroups, type Group, type Server, serversOf } from '../store/cloud-store.ts';
import { findOwn } from './find-own.ts';
import { serverBody } from './server-body.ts';

/**
 * A group with everything in it: service-facts 3. Servers are links, or a `servers` array in every group when
 * `serverDetail=detailed` is asked for, never both (service-facts 4, T14).
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

/** Of the whole subtree, but active servers only: it undercounts what is listed (service-facts 4, T14). */
function countActive({ store }: Call, group: Group): number {
  const active = serversOf(store, group.account).filter(({ status }) => status === 'active');
  const inside = ({ id }: Group): number =>
    active.filter(({ groupId }) => groupId === id).length +
    childGroups(store, id).reduce((sum, child) => sum + inside(child), 0);
  return inside(group);
}

/** The root group of a data center and its Archive and Templates are there for good: nobody may delete or archive them. */
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

/** The id is upper case while the href is lower (service-facts 4, T13). */
function serverLink({ id, account }: Server): Link {
  return { rel: 'server', href: `/v2/servers/${account.toLowerCase()}/${id}`, id: id.toUpperCase() };
}
