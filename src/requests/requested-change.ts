import type { AuditEntry } from '../core/audit-log.ts';

/** A request for a change, as its entries name it. */
export interface Asked extends Pick<AuditEntry, 'account' | 'operation' | 'says' | 'targets'> {
  /** Correlates its entries: the id under which it waits for its decision. */
  readonly id: string;
  readonly requester: string;
}
