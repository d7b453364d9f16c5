/** The roles that an account of the service can have (service-facts §2.9). */
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
 * Groups of roles, for the `roles` of an operation. ServerScheduler is younger than what is known of the others, and
 * counts where everybody may.
 */

/** May look at servers and their policies. */
export const serverViewers: readonly Role[] = [
  'AccountAdmin',
  'AccountViewer',
  'SecurityAdmin',
  'ServerAdmin',
  'ServerOperator',
];

/** May make and change policies and public addresses. */
export const serverAdmins: readonly Role[] = ['AccountAdmin', 'ServerAdmin'];

/** May put policies on servers. */
export const serverOperators: readonly Role[] = [...serverAdmins, 'ServerOperator'];

/** May change the firewalls. */
export const firewallAdmins: readonly Role[] = ['AccountAdmin', 'NetworkAdmin', 'SecurityAdmin'];

/** May look at the firewalls. */
export const firewallViewers: readonly Role[] = [
  ...firewallAdmins,
  'AccountViewer',
  'ServerAdmin',
  'ServerOperator',
];

/** May see what is paid. */
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
