/** The part of a firewall policy that both kinds share. */
export interface Firewall {
  readonly id: string;
  enabled: boolean;
  /** When it was last put to work, milliseconds since the epoch, and what becomes of that. */
  change: FirewallChange;
}

export interface FirewallChange {
  readonly at: number;
  readonly pendingMs: number;
  readonly outcome: FirewallOutcome;
}
export type FirewallOutcome = 'active' | 'error';

/** pending at first, then active or error: success of a create is not yet in force (service-facts 2.2 and 4, T29). */
export function firewallStatus({ change }: Firewall, now: number): 'pending' | FirewallOutcome {
  return now - change.at < change.pendingMs ? 'pending' : change.outcome;
}
