import type { ApiKeys } from '../api-keys/api-key.ts';
import type { AuditLogDependencies } from '../audit-log/append-entries.ts';
import type { RevokeKeysDependencies } from '../audit-log/revoke-keys.ts';
import type { VersionedTable } from '../change/model/newer-table.ts';
import type { Timer } from '../core/timer.ts';
import type { CardDependencies, TransitionDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import type { PreviewDependencies } from '../lifecycle/request/preview-change.ts';
import type { Messenger } from '../messaging/messaging.ts';
import type { CallClaimDependencies } from './call-claim.ts';
import type { CallLimit } from './call-limit.ts';

/**
 * The dependencies of an agent's call: it reads, previews, and asks approvers. Intentionally contains nothing that decides on a
 * preview, votes, or executes a step.
 */
export interface CallDependencies
  extends PreviewDependencies,
    TransitionDependencies,
    CardDependencies,
    AuditLogDependencies,
    RevokeKeysDependencies,
    CallClaimDependencies,
    VersionedTable {
  readonly apiKeys: PreviewDependencies['apiKeys'] &
    RevokeKeysDependencies['apiKeys'] &
    Pick<ApiKeys, 'findTyped' | 'revoke'>;
  readonly changes: TransitionDependencies['changes'];
  readonly auditLog: PreviewDependencies['auditLog'] & AuditLogDependencies['auditLog'];
  readonly messenger: PreviewDependencies['messenger'] &
    CardDependencies['messenger'] &
    Pick<Messenger, 'preview'>;
  readonly callLimit: CallLimit;
  readonly timer: Timer;
}
