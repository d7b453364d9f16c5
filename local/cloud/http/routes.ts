import { routes as alertAssignments } from '../resources/alert-assignment-routes.ts';
import { routes as alertPolicies } from '../resources/alert-policy-routes.ts';
import { routes as autoscaleAssignments } from '../resources/autoscale-assignment-routes.ts';
import { routes as autoscalePolicies } from '../resources/autoscale-policy-routes.ts';
import { routes as crossFirewalls } from '../resources/cross-firewall-routes.ts';
import { routes as customFields } from '../resources/custom-field-routes.ts';
import { routes as dataCenters } from '../resources/data-center-routes.ts';
import { routes as groups } from '../resources/group-routes.ts';
import { routes as localFirewalls } from '../resources/intra-firewall-routes.ts';
import { routes as invoices } from '../resources/invoice-routes.ts';
import { routes as operations } from '../resources/job-routes.ts';
import { routes as login } from '../resources/login-routes.ts';
import { routes as publicIps } from '../resources/public-ip-routes.ts';
import { routes as servers } from '../resources/server-routes.ts';
import type { Route } from './route-types.ts';

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
