import type { PowerState, ServerStatus } from '../store/cloud-store.ts';

/** Servers of one kind in a group: `DE1`, `WEB` and 2 become DE1ACMEWEB01 and DE1ACMEWEB02. */
export interface Row {
  readonly location: string;
  /** Names of the groups below the hardware group, separated by slashes. */
  readonly group: string;
  readonly kind: string;
  readonly count: number;
  readonly does: string;
  readonly cpu: number;
  readonly memoryGB: number;
  readonly storageGB: number;
}

const row = (
  location: string,
  group: string,
  kind: string,
  count: number,
  size: readonly [cpu: number, memoryGB: number, storageGB: number],
  does: string,
): Row => {
  const [cpu, memoryGB, storageGB] = size;
  return { location, group, kind, count, does, cpu, memoryGB, storageGB };
};

/** The servers of each account, oldest first: its invoices grow along this list. */
export const serverPark: Readonly<Record<string, readonly Row[]>> = {
  ACME: [
    row('DE1', 'Production/Shop/Web', 'WEB', 9, [2, 4, 40], 'Shop front end'),
    row('DE1', 'Production/Shop/Databases', 'DB', 4, [4, 16, 250], 'Shop database'),
    row('DE1', 'Default Group', 'JUMP', 1, [1, 1, 17], 'Jump host'),
    row('DE1', 'Archive', 'OLD', 3, [1, 2, 40], 'Shop front end of 2013'),
    row('VA1', 'Production/API', 'API', 9, [4, 8, 60], 'Public API'),
    row('VA1', 'Production/Databases', 'DB', 3, [8, 32, 500], 'API database'),
    row('WA1', 'Build', 'CI', 6, [4, 8, 120], 'Build agent'),
    row('GB3', 'Web', 'WEB', 4, [2, 4, 40], 'Shop front end, UK'),
    row('GB3', 'Mail', 'MAIL', 2, [2, 4, 80], 'Mail relay'),
    row('VA1', 'Batch', 'BATCH', 6, [8, 16, 120], 'Nightly reports'),
    row('VA1', 'Archive', 'OLD', 2, [2, 4, 60], 'API of 2014'),
    row('DE1', 'Staging', 'STG', 3, [1, 2, 40], 'Staging'),
    row('SG1', 'Web', 'WEB', 4, [2, 4, 40], 'Shop front end, Asia'),
    row('SG1', 'Cache', 'CACHE', 2, [2, 16, 40], 'Object cache'),
    row('SG1', 'Archive', 'OLD', 1, [1, 2, 40], 'Pilot of the Asian shop'),
    row('CA3', 'Disaster recovery', 'DR', 4, [4, 16, 250], 'Cold standby of the shop'),
    row('UC1', 'Analytics', 'BI', 4, [8, 64, 900], 'Analytics'),
    row('DE1', 'Production/Shop/Web/Canary', 'CAN', 2, [2, 4, 40], 'Shop front end, next release'),
    row('GB3', 'Default Group', 'TMP', 2, [1, 1, 17], 'Load test'),
    row('DE1', 'Templates', 'TPL', 1, [1, 2, 40], 'Golden image of the shop front end'),
  ],
  ACDV: [
    row('VA1', 'Default Group', 'DEV', 4, [2, 4, 40], 'Developer machine'),
    row('DE1', 'Default Group', 'DEV', 2, [2, 4, 40], 'Developer machine'),
  ],
};

interface State {
  readonly status?: ServerStatus;
  readonly powerState?: PowerState;
  readonly hasDetails?: boolean;
}

export const states: Readonly<Record<string, State>> = {
  de1acmestg03: { powerState: 'stopped' },
  va1acmebatch05: { powerState: 'stopped' },
  va1acmebatch06: { powerState: 'stopped' },
  va1acmebatch04: { powerState: 'paused' },
  wa1acmeci06: { powerState: 'stopped' },
  ca3acmedr01: { powerState: 'stopped' },
  ca3acmedr02: { powerState: 'stopped' },
  ca3acmedr03: { powerState: 'stopped' },
  ca3acmedr04: { powerState: 'paused' },
  de1acmetpl01: { powerState: 'stopped' },
  de1acmeold01: { status: 'archived', powerState: 'stopped' },
  de1acmeold02: { status: 'archived', powerState: 'stopped' },
  de1acmeold03: { status: 'archived', powerState: 'stopped' },
  va1acmeold01: { status: 'archived', powerState: 'stopped' },
  va1acmeold02: { status: 'archived', powerState: 'stopped' },
  sg1acmeold01: { status: 'queuedForRestore', powerState: 'stopped' },
  de1acmeweb09: { status: 'underConstruction', hasDetails: false },
  va1acmeapi09: { status: 'underConstruction', hasDetails: false },
  gb3acmetmp01: { status: 'queuedForDelete', hasDetails: false },
  gb3acmetmp02: { status: 'queuedForDelete', powerState: 'stopped' },
};
