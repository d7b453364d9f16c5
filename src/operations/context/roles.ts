/** The roles of an API user (docs/cloud-api.md, Login and roles). */
export type Role =
  | 'AccountAdmin'
  | 'AccountViewer'
  | 'BillingAdmin'
  | 'DNSManager'
  | 'NetworkAdmin'
  | 'SecurityAdmin'
  | 'ServerAdmin'
  | 'ServerOperator'
  | 'ServerScheduler';

/*
 * Groups of roles, for the `roles` of an operation. The documentation predates ServerScheduler, so only the groups with every
 * role include it.
 */

/** May read servers and their policies. */
export const serverViewers: readonly Role[] = [
  'AccountAdmin',
  'AccountViewer',
  'SecurityAdmin',
  'ServerAdmin',
  'ServerOperator',
];

/** May create and change policies and public IPs. */
export const serverAdmins: readonly Role[] = ['AccountAdmin', 'ServerAdmin'];

/** May assign policies to servers. */
export const serverOperators: readonly Role[] = [...serverAdmins, 'ServerOperator'];

/** May change firewall policies. */
export const firewallAdmins: readonly Role[] = ['AccountAdmin', 'NetworkAdmin', 'SecurityAdmin'];

/** May read firewall policies. */
export const firewallViewers: readonly Role[] = [
  ...firewallAdmins,
  'AccountViewer',
  'ServerAdmin',
  'ServerOperator',
];

/** May read invoices. */
export const billingViewers: readonly Role[] = ['AccountAdmin', 'AccountViewer', 'BillingAdmin'];

export const allButBilling: readonly Role[] = [
  'AccountAdmin',
  'AccountViewer',
  'DNSManager',
  'NetworkAdmin',
  'SecurityAdmin',
  'ServerAdmin',
  'ServerOperator',
  'ServerScheduler',
];

export const everyRole: readonly Role[] = [...allButBilling, 'BillingAdmin'];
