import { routes as alertAssignments } from '../resources/alert-assignments.ts';
import { routes as alertPolicies } from '../resources/alert-policies.ts';
import { routes as autoscaleAssignments } from '../resources/autoscale-assignments.ts';
import { routes as autoscalePolicies } from '../resources/autoscale-policies.ts';
import { routes as crossFirewalls } from '../resources/cross-firewalls.ts';
import { routes as customFields } from '../resources/custom-fields.ts';
import { routes as dataCenters } from '../resources/data-centers.ts';
import { routes as groups } from '../resources/groups.ts';
import { routes as invoices } from '../resources/invoices.ts';
import { routes as localFirewalls } from '../resources/local-firewalls.ts';
import { routes as login } from '../resources/login.ts';
import { routes as operations } from '../resources/operations.ts';
import { routes as publicIps } from '../resources/public-ips.ts';
import { routes as servers } from '../resources/servers.ts';
import type { Route } from './route.ts';

/** Everything the service answers to. */
export const routes: readonly Route[] = [
  ...login,
  ...alertPolicies,
  ...alertAssignments,
  ...autoscalePolicies,
  ...autoscaleAssignments,
  ...invoices,
  ...customFields,
  ...dataCenters,
  ...groups,
  ...servers,
  ...publicIps,
  ...localFirewalls,
  ...crossFirewalls,
  ...operations,
];
