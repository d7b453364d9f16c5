import type { Permission } from '../access/permissions.ts';
import * as alertPolicies from '../resources/alert-policy-routes.ts';
import * as assignments from '../resources/assignment-routes.ts';
import * as autoscalePolicies from '../resources/autoscale-policy-routes.ts';
import * as crossFirewalls from '../resources/cross-firewall-routes.ts';
import * as dataCenters from '../resources/data-center-routes.ts';
import { findServer } from '../resources/find-own.ts';
import { getGroup } from '../resources/group-routes.ts';
import * as localFirewalls from '../resources/intra-firewall-routes.ts';
import { getInvoice } from '../resources/invoice-routes.ts';
import * as operations from '../resources/job-routes.ts';
import { logIn } from '../resources/login-routes.ts';
import * as publicIps from '../resources/public-ip-routes.ts';
import { serverBody } from '../resources/server-body.ts';
import { ok, type Reply } from './reply.ts';
import type { Call, Method, Route } from './route-types.ts';

const alertPolicy = '/v2/alertPolicies/:account';
const autoscalePolicy = '/v2/autoscalePolicies/:account';
const dataCenter = '/v2/datacenters/:account/:dataCenter';
const server = '/v2/servers/:account/:server';
const address = `${server}/publicIPAddresses/:address`;
const autoscaling = `${server}/cpuAutoscalePolicy`;
const localFirewall = '/v2-experimental/firewallPolicies/:account/:dataCenter';
const crossFirewall = '/v2-experimental/crossDcFirewallPolicies/:account/:dataCenter';
const job = 'operations/:account/status/:job';

/** A route: its name for the control endpoint, its method and path, the permission it needs, and its handler. */
type Row = readonly [
  name: string,
  method: Method,
  path: string,
  needs: Permission,
  answer: (call: Call) => Reply,
];

/*
 * The published documentation and the API's own links disagree about the path for adding an alert policy to a server
 * (docs/cloud-api.md, Alert policies of a server). Both have a route.
 */
const addAs = 'alertAssignments.addAs';

const table: readonly Row[] = [
  ['alertPolicies.create', 'POST', alertPolicy, 'changeAlertPolicies', alertPolicies.create],
  ['alertPolicies.list', 'GET', alertPolicy, 'viewServers', alertPolicies.list],
  ['alertPolicies.get', 'GET', `${alertPolicy}/:policy`, 'viewServers', alertPolicies.get],
  ['alertPolicies.update', 'PUT', `${alertPolicy}/:policy`, 'changeAlertPolicies', alertPolicies.update],
  ['alertPolicies.delete', 'DELETE', `${alertPolicy}/:policy`, 'changeAlertPolicies', alertPolicies.remove],
  [`${addAs}Documented`, 'POST', server, 'assignPolicies', assignments.assignAlert],
  [`${addAs}Linked`, 'POST', `${server}/alertPolicies`, 'assignPolicies', assignments.assignAlert],
  [
    'alertAssignments.remove',
    'DELETE',
    `${server}/alertPolicies/:policy`,
    'assignPolicies',
    assignments.unassignAlert,
  ],
  ['autoscalePolicies.list', 'GET', autoscalePolicy, 'viewServers', autoscalePolicies.list],
  ['autoscalePolicies.get', 'GET', `${autoscalePolicy}/:policy`, 'viewServers', autoscalePolicies.get],
  ['autoscaleAssignments.set', 'PUT', autoscaling, 'assignPolicies', assignments.setAutoscale],
  ['autoscaleAssignments.view', 'GET', autoscaling, 'viewServers', assignments.viewAutoscale],
  ['autoscaleAssignments.remove', 'DELETE', autoscaling, 'assignPolicies', assignments.removeAutoscale],
  ['invoices.get', 'GET', '/v2/invoice/:account/:year/:month', 'viewInvoices', getInvoice],
  ['customFields.list', 'GET', '/v2/accounts/:account/customFields', 'viewAccount', listCustomFields],
  ['dataCenters.list', 'GET', '/v2/datacenters/:account', 'viewAccount', dataCenters.list],
  ['dataCenters.get', 'GET', dataCenter, 'viewAccount', dataCenters.get],
  [
    'dataCenters.bareMetalCapabilities',
    'GET',
    `${dataCenter}/bareMetalCapabilities`,
    'viewAccount',
    dataCenters.bareMetal,
  ],
  [
    'dataCenters.deploymentCapabilities',
    'GET',
    `${dataCenter}/deploymentCapabilities`,
    'viewAccount',
    dataCenters.deployment,
  ],
  ['groups.get', 'GET', '/v2/groups/:account/:group', 'viewServers', getGroup],
  ['servers.get', 'GET', server, 'viewServers', (call) => ok(serverBody(call, findServer(call)))],
  ['publicIps.add', 'POST', `${server}/publicIPAddresses`, 'changePublicIps', publicIps.add],
  ['publicIps.get', 'GET', address, 'viewPublicIps', publicIps.get],
  ['publicIps.update', 'PUT', address, 'changePublicIps', publicIps.update],
  ['publicIps.remove', 'DELETE', address, 'changePublicIps', publicIps.remove],
  ['localFirewalls.create', 'POST', localFirewall, 'changeFirewalls', localFirewalls.create],
  ['localFirewalls.list', 'GET', localFirewall, 'viewFirewalls', localFirewalls.list],
  ['localFirewalls.get', 'GET', `${localFirewall}/:policy`, 'viewFirewalls', localFirewalls.get],
  ['localFirewalls.update', 'PUT', `${localFirewall}/:policy`, 'changeFirewalls', localFirewalls.update],
  ['localFirewalls.delete', 'DELETE', `${localFirewall}/:policy`, 'changeFirewalls', localFirewalls.remove],
  ['crossFirewalls.create', 'POST', crossFirewall, 'changeFirewalls', crossFirewalls.create],
  ['crossFirewalls.list', 'GET', crossFirewall, 'viewFirewalls', crossFirewalls.list],
  ['crossFirewalls.get', 'GET', `${crossFirewall}/:policy`, 'viewFirewalls', crossFirewalls.get],
  ['crossFirewalls.update', 'PUT', `${crossFirewall}/:policy`, 'changeFirewalls', crossFirewalls.update],
  ['crossFirewalls.delete', 'DELETE', `${crossFirewall}/:policy`, 'changeFirewalls', crossFirewalls.remove],
  ['operations.status', 'GET', `/v2/${job}`, 'viewJobs', operations.status],
  [
    'operations.experimentalStatus',
    'GET',
    `/v2-experimental/${job}`,
    'viewJobs',
    operations.experimentalStatus,
  ],
];

export const routes: readonly Route[] = [
  { name: 'login', method: 'POST', path: '/v2/authentication/login', needs: 'nothing', answer: logIn },
  ...table.map(([name, method, path, needs, answer]) => ({ name, method, path, needs, answer })),
];

/** Lists the custom fields of an account (docs/cloud-api.md, Custom fields). */
function listCustomFields({ store, account }: Call): Reply {
  return ok(store.accounts.get(account)?.customFields ?? []);
}
