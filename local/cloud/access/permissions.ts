/** The nine roles seen in login responses (service-facts 2.9). */
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
 * What the roles may do, after the matrix of service-facts 2.9. ServerScheduler is younger than that matrix; it gets
 * what the matrix gives to everybody. Changing servers and groups is not in it either: that is nothing this service
 * does, but links name it.
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

/** Several roles add up (service-facts 2.9). */
export function rolesMay(held: readonly Role[], permission: Permission): boolean {
  const allowed: readonly Role[] = matrix[permission];
  return held.some((role) => allowed.includes(role));
}

/** Who sent a request: the answer to everything a route asks about its caller. */
export interface Caller {
  readonly userName: string;
  /** The account of the user's own record, upper case. */
  readonly accountAlias: string;
  may(permission: Permission): boolean;
}
