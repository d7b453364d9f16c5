import type { CloudStore } from '../store/cloud-store.ts';
import { randomFrom, seedFor } from '../store/random.ts';

/** Returns the first three numbers of an account's network in a data center. Deterministic. */
export function networkPrefix(account: string, location: string): string {
  const second = 80 + (seedFor(0, account) % 16);
  const third = 10 + (seedFor(0, location.toLowerCase()) % 200);
  return `10.${second}.${third}`;
}

/** Returns the network for servers (docs/cloud-api.md, Deployment capabilities). */
export function networkOf({ seed }: CloudStore, account: string, location: string): object {
  const prefix = networkPrefix(account, location);
  return {
    name: `vlan_${prefix.split('.')[2]}_${prefix}`,
    networkId: randomFrom(seedFor(seed, `network/${account}/${location}`)).hexId(),
    type: 'private',
    accountID: account,
  };
}
