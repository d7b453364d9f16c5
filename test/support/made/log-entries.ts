import type { AuditEntry, StoredEntry } from '../../../src/change/model/audit-log.ts';

/** An entry of ACME's audit log: Ana deleted an alert policy. */
export const entryOf = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ account: 'ACME', at: 0, event: 'applied', person: 'U0ANA', request: 'a1' },
  ...{ operation: 'alert.delete', title: 'delete x', targets: [], ...more },
});

/** It as the table has it. */
export const storedEntry = (more: Partial<StoredEntry> = {}): StoredEntry => ({
  ...entryOf(),
  ...{ seq: 1, previous: '', hash: '', ...more },
});
