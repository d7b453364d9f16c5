import type { Form } from '../commands/parse/form.ts';
import type { Answer } from '../core/answer.ts';
import type { Due } from '../core/approval.ts';
import type { AuditEntry, AuditEvent } from '../core/audit-log.ts';
import type { Message } from '../core/messaging.ts';
import type { ViewRef } from '../core/view.ts';
import type { Execute, Follow } from './job.ts';

/** The next poll of a job of the cloud service. It edits the message that it belongs to. */
export type FollowUp = Omit<Follow, 'message'>;

/** Something to say, and to whom. */
export type Delivery =
  | { readonly kind: 'ephemeral' | 'replace'; readonly answer: Answer }
  | { readonly kind: 'post'; readonly answer: Answer; readonly followUp?: FollowUp }
  | {
      readonly kind: 'edit';
      readonly answer: Answer;
      readonly message: Message;
      readonly followUp?: FollowUp;
    }
  /** The person's Home tab. */
  | { readonly kind: 'home'; readonly answer: Answer }
  | { readonly kind: 'fill'; readonly view: ViewRef; readonly form: Form };

/** How a job ended: with an event of the record, or without one. */
export type Outcome = AuditEvent | 'answered' | 'accepted' | 'looked';

/** What came of a job: JSON, so that it can be told again when telling failed the first time. */
export interface Result {
  readonly deliveries: readonly Delivery[];
  /** Where what goes on record does not say how it ended. */
  readonly outcome?: Outcome;
  /** What goes on record with it. */
  readonly entries?: readonly AuditEntry[];
  /** Requests for approval whose end it tells of, and what could not be done about that. */
  readonly ends?: readonly { readonly approval: string; readonly left: readonly Due[] }[];
  /** The Undo that the job had used, by the id of the request that it undoes, and that others may use again. */
  readonly unused?: string;
  /** To be queued as soon as all entries are in the audit log. */
  readonly next?: readonly Execute[];
}

export const ephemeral = (answer: Answer): Result => ({ deliveries: [{ kind: 'ephemeral', answer }] });
