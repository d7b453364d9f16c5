import type { Answer } from '../answer/answer.ts';
import type { ApiKey } from '../api-keys/api-key.ts';
import type { AuditEntry, AuditEvent } from '../change/model/audit-log.ts';
import type { Due } from '../change/model/change.ts';
import type { Form } from '../command-line/form.ts';
import type { Message } from '../messaging/messaging.ts';
import type { Review, SuggestionForm, ViewRef } from '../messaging/view.ts';
import type { TrackedJob } from './job.ts';

/** The next poll of a job of the cloud API. It edits the message that it belongs to. */
export type FollowUp = Omit<TrackedJob, 'message'>;

/** The change of which a message shows the result. The message is stored with the change, which the job's result ends. */
export interface Shows {
  readonly change: string;
  /** The id of the end that the change moved: the message is posted in the thread of what ends. */
  readonly end?: string | undefined;
}

/** An answer, and where it is delivered. */
export type Delivery =
  /** `preview`: ephemeral, or a normal message in the person's direct messages. `replace`: in place of the message whose button was pressed. */
  | { readonly kind: 'ephemeral' | 'preview' | 'replace'; readonly answer: Answer }
  /** Deletes the message whose button was pressed; `answer` is said if Slack refuses. */
  | { readonly kind: 'remove'; readonly answer: Answer }
  /** Posted in the channel on request; `otherwise` is said to the person if Slack refuses. */
  | { readonly kind: 'share'; readonly answer: Answer; readonly otherwise: Answer }
  | { readonly kind: 'post'; readonly answer: Answer; readonly followUp?: FollowUp; readonly shows?: Shows }
  | {
      readonly kind: 'edit';
      readonly answer: Answer;
      readonly message: Message;
      readonly followUp?: FollowUp;
      readonly shows?: Shows;
    }
  /** Enqueues the next poll of a job whose progress no message of its own shows. */
  | { readonly kind: 'track'; readonly followUp: FollowUp }
  /** Confirms the change that the job previewed, since Slack asked the person before. */
  | { readonly kind: 'confirm' }
  /** The person's Home tab. */
  | { readonly kind: 'home'; readonly answer: Answer }
  /** A direct message that is dropped if Slack refuses it. */
  | { readonly kind: 'welcome'; readonly answer: Answer }
  /** The message of a new API key: its token is made when it is sent, and is stored nowhere. */
  | { readonly kind: 'newKey'; readonly key: ApiKey }
  /** Revokes an API key, before anything is told. */
  | { readonly kind: 'revokeKey'; readonly key: ApiKey }
  | { readonly kind: 'fill'; readonly view: ViewRef; readonly form: Form }
  | { readonly kind: 'review'; readonly view: ViewRef; readonly review: Review }
  | { readonly kind: 'suggestion'; readonly view: ViewRef; readonly form: SuggestionForm };

/** How a job ended: with an event in the audit log, or without one. */
export type JobOutcome = AuditEvent | 'answered' | 'accepted' | 'polled';

/** What a job took further, by its id. What is to be told, shown and queued about it follows from how it stands. */
export interface TouchedChange {
  readonly change: string;
  /** Set if the job ended the change. */
  readonly end?: {
    /** What the entries and deliveries of the result log and tell of the end. */
    readonly handled: readonly Due[];
  };
}

/** The result of a job: JSON, so that it can be stored and delivered again after a failed delivery. */
export interface Result {
  readonly deliveries: readonly Delivery[];
  /** Whether its job finds it again in what is stored when it is delivered once more, so that it isn't stored with the job, too. */
  readonly isRepeatable?: boolean;
  /** How the job ended, if its audit log entries don't say it. */
  readonly outcome?: JobOutcome;
  /** The audit log entries to write. */
  readonly entries?: readonly AuditEntry[];
  /** What it took further. */
  readonly changes?: readonly TouchedChange[];
}

export const ephemeral = (answer: Answer): Result => ({ deliveries: [{ kind: 'ephemeral', answer }] });

/** What a result says, wherever it is delivered. */
export const answerIn = ({ deliveries }: Pick<Result, 'deliveries'>): Answer =>
  deliveries.flatMap((delivery) => ('answer' in delivery ? delivery.answer : []));
