import type { CrossFirewall, LocalFirewall } from '../store/cloud-store.ts';
import type { FirewallOutcome } from '../store/firewalls.ts';
import type { Random } from '../store/random.ts';
import { networkPrefix } from './seed-network.ts';

const since = (at: number, outcome: FirewallOutcome = 'active') => ({ at, pendingMs: 0, outcome });
const net = (account: string, location: string) => `${networkPrefix(account, location)}.0/24`;

/** Creates policies inside data centers. The one in VA1 to the sub-account ended in error. */
export function seedLocalFirewalls(random: Random, at: number): LocalFirewall[] {
  const policies: Omit<LocalFirewall, 'id'>[] = [
    {
      account: 'ACME',
      location: 'de1',
      source: [net('ACME', 'de1')],
      destination: ['10.200.1.0/24'],
      destinationAccount: 'ACME',
      ports: ['tcp/5432', 'icmp'],
      enabled: true,
      change: since(at),
    },
    {
      account: 'ACME',
      location: 'de1',
      source: ['10.200.1.0/24', '10.200.2.0/24'],
      destination: [net('ACME', 'de1')],
      destinationAccount: 'ACME',
      ports: ['tcp/8080-8090'],
      enabled: false,
      change: since(at),
    },
    {
      account: 'ACME',
      location: 'va1',
      source: [net('ACME', 'va1')],
      destination: [net('ACDV', 'va1')],
      destinationAccount: 'ACDV',
      ports: ['any'],
      enabled: true,
      change: since(at, 'error'),
    },
  ];
  return policies.map((policy) => ({ id: random.hexId(), ...policy }));
}

/** Creates policies between data centers: two active ones, one of them to the sub-account, and a disabled one. */
export function seedCrossFirewalls(random: Random, at: number): CrossFirewall[] {
  const from = (sourceLocation: string, destinationAccount: string, destinationLocation: string) => ({
    sourceCidr: net('ACME', sourceLocation),
    sourceAccount: 'ACME',
    sourceLocation,
    destinationCidr: net(destinationAccount, destinationLocation),
    destinationAccount,
    destinationLocation,
    change: since(at),
  });
  return [
    { id: random.hexId(), enabled: true, ...from('de1', 'ACME', 'va1') },
    { id: random.hexId(), enabled: true, ...from('de1', 'ACDV', 'va1') },
    { id: random.hexId(), enabled: false, ...from('va1', 'ACME', 'gb3') },
  ];
}
