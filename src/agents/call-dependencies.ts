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
 * All that a call of an agent can touch: it reads, previews, and asks approvers. What decides on a preview, votes, or executes a
 * step is missing on purpose.
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
