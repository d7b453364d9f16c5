/** The fields of both kinds of firewall policies. */
export interface Firewall {
  readonly id: string;
  enabled: boolean;
  /** The last change: its time, in milliseconds since the epoch, and its outcome. */
  change: FirewallChange;
}

export interface FirewallChange {
  readonly at: number;
  readonly pendingMs: number;
  readonly outcome: FirewallOutcome;
}
export type FirewallOutcome = 'active' | 'error';

/**
 * Returns the status: pending, then active or error. A successful create is not yet in effect
 * (docs/cloud-api.md, Firewall policies inside a data center).
 */
export function firewallStatus({ change }: Firewall, now: number): 'pending' | FirewallOutcome {
  return now - change.at < change.pendingMs ? 'pending' : change.outcome;
}
