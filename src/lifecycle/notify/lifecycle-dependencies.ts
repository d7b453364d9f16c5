import type { DecidingDependencies } from '../../audit-log/entries.ts';
import type { AuditLog } from '../../change/model/audit-log.ts';
import type { Changes } from '../../change/model/changes.ts';
import type { RestoredTable } from '../../change/model/restored-table.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import type { Messenger } from '../../messaging/messaging.ts';
import type { PathPicture } from '../../picture/traffic-path.ts';
import type { QueuedJob } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';

/** Dependencies for posting the messages about a request and updating them. */
export interface CardDependencies {
  readonly changes: Changes;
  readonly messenger: Pick<Messenger, 'send' | 'post' | 'reply' | 'edit' | 'amend' | 'permalink'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Dependencies for replying in the thread of a card. */
export interface ReplyDependencies {
  readonly messenger: Pick<Messenger, 'reply'>;
  readonly log: Log;
}

/** Dependencies for rendering the picture of a request and showing it. */
export interface PictureDependencies extends CardDependencies {
  readonly messenger: CardDependencies['messenger'] & Pick<Messenger, 'upload'>;
  /** Renders a picture as PNG. */
  readonly drawPicture: (picture: PathPicture) => Promise<Uint8Array>;
}

/** Dependencies for announcing the end of a request. */
export interface EndDependencies extends CardDependencies {
  readonly auditLog: Pick<AuditLog, 'append' | 'causedBy'>;
  readonly queue: Queue<QueuedJob>;
}

/** Dependencies for moving a change from one status to the next. */
export interface TransitionDependencies extends RestoredTable, DecidingDependencies {
  readonly changes: Changes;
}

/** Dependencies for evaluating a request again and deciding on it. */
export type ApprovalDependencies = ContextDependencies & TransitionDependencies & CardDependencies;

/** Dependencies for processing the due tasks of a change. */
export type DueDependencies = EndDependencies & TransitionDependencies & PictureDependencies;
