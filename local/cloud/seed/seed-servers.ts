import type { Account, Change, Server } from '../store/cloud-store.ts';
import type { Random } from '../store/random.ts';
import { networkPrefix } from './seed-network.ts';
import { type Row, serverPark, states } from './server-park.ts';

type GroupId = (account: string, location: string, path: string) => string;

export function seedServers(
  random: Random,
  account: Account,
  groupId: GroupId,
  changeInfo: Change,
): Server[] {
  const hosts = new Map<string, number>();
  return (serverPark[account.alias] ?? []).flatMap((row) =>
    Array.from({ length: row.count }, (_, i): Server => {
      const id = `${row.location}${account.alias}${row.kind}${String(i + 1).padStart(2, '0')}`.toLowerCase();
      const host = (hosts.get(row.location) ?? 11) + 1;
      hosts.set(row.location, host);
      const state = states[id] ?? {};
      const isWindows = row.kind === 'BI';
      return {
        id,
        uuid: random.hexId(),
        account: account.alias,
        location: row.location,
        groupId: groupId(account.alias, row.location, row.group),
        description: row.does,
        isTemplate: row.group === 'Templates',
        os: isWindows ? 'windows2012R2Standard_64bit' : 'ubuntu14_64Bit',
        osType: isWindows ? 'Windows 2012 R2 Standard 64-bit' : 'Ubuntu 14 64-bit',
        status: state.status ?? 'active',
        powerState: state.powerState ?? 'started',
        hasDetails: state.hasDetails ?? true,
        cpu: row.cpu,
        memoryMB: row.memoryGB * 1024,
        storageGB: row.storageGB,
        internalAddresses: [`${networkPrefix(account.alias, row.location)}.${host}`],
        publicIps: new Map(),
        alertPolicyIds: new Set(),
        customFields: customFieldsOf(account, row),
        changeInfo,
      };
    }),
  );
}

function customFieldsOf({ customFields }: Account, { group }: Row): Server['customFields'] {
  const value = group.startsWith('Production') ? '1' : '0';
  return customFields
    .filter(({ type }) => type === 'option')
    .map(({ id, name, options }) => {
      const displayValue = options.find((option) => option.name === value)?.value ?? value;
      return { id, name, value, displayValue };
    });
}
