/** The nine roles in login responses (docs/cloud-api.md, Login and roles). */
export const roles = [
  'AccountAdmin',
  'AccountViewer',
  'BillingAdmin',
  'DNSManager',
  'NetworkAdmin',
  'SecurityAdmin',
  'ServerAdmin',
  'ServerOperator',
  'ServerScheduler',
] as const;

export type Role = (typeof roles)[number];

const viewers = ['AccountAdmin', 'AccountViewer', 'SecurityAdmin', 'ServerAdmin', 'ServerOperator'] as const;
const firewallKeepers = ['AccountAdmin', 'NetworkAdmin', 'SecurityAdmin'] as const;

/**
 * The permissions of the roles, after a published matrix (docs/cloud-api.md, Login and roles). That matrix is older than
 * ServerScheduler, which gets what all other roles have, BillingAdmin aside. Nor does it contain changes of servers and groups: the
 * emulator does not support them, but its links name them.
 */
const matrix = {
  changeServers: ['AccountAdmin', 'ServerAdmin'],
  changeAlertPolicies: ['AccountAdmin', 'ServerAdmin'],
  changePublicIps: ['AccountAdmin', 'ServerAdmin'],
  assignPolicies: ['AccountAdmin', 'ServerAdmin', 'ServerOperator'],
  viewServers: viewers,
  changeFirewalls: firewallKeepers,
  viewFirewalls: [...firewallKeepers, 'AccountViewer', 'ServerAdmin', 'ServerOperator'],
  viewInvoices: ['AccountAdmin', 'AccountViewer', 'BillingAdmin'],
  viewJobs: roles.filter((role) => role !== 'BillingAdmin'),
  viewPublicIps: roles.filter((role) => role !== 'BillingAdmin'),
  viewAccount: roles,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof matrix;

/** Whether any of the roles grants a permission: roles add up (docs/cloud-api.md, Login and roles). */
export function rolesMay(held: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = matrix[permission];
  return held.some((role) => allowed.includes(role));
}

export interface Caller {
  readonly userName: string;
  /** The account of the user's own record, upper case. */
  readonly accountAlias: string;
  may(permission: Permission): boolean;
}
