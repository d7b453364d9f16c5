import type { Answer } from '../answer/answer.ts';
import type { ApiKey } from '../api-keys/api-key.ts';
import type { AuditEvent, CausedEntry } from '../change/model/audit-log.ts';
import type { Due } from '../change/model/change.ts';
import type { Form } from '../command-line/form.ts';
import type { Message } from '../messaging/messaging.ts';
import type { Review, SuggestionForm, ViewRef } from '../messaging/view.ts';
import type { TrackedJob } from './job.ts';

/** The next poll of a background job of the cloud API, without the message that shows the progress. */
export type FollowUp = Omit<TrackedJob, 'message'>;

/** A reference to the change whose result a message shows. The message is stored with the change, which the job has ended. */
interface Shows {
  readonly change: string;
  /** The id of the end that the change moved: the message is posted in the thread of the change that ends. */
  readonly end?: string | undefined;
}

/** An answer and its destination. */
export type Delivery =
  /** `preview`: ephemeral, or normal in the person's direct messages. `replace`: replaces the message of the button. */
  | { readonly kind: 'ephemeral' | 'preview' | 'replace'; readonly answer: Answer }
  /** Deletes the message whose button was pressed; sends `answer` if Slack refuses. */
  | { readonly kind: 'remove'; readonly answer: Answer }
  /** Confirms a request to its requester with its state at that moment, since it can be decided before the job is delivered. */
  | { readonly kind: 'sent'; readonly change: string; readonly how: 'replace' | 'ephemeral' }
  /** Posts in the channel on request; sends `otherwise` to the person if Slack refuses. */
  | { readonly kind: 'share'; readonly answer: Answer; readonly otherwise: Answer }
  | { readonly kind: 'post'; readonly answer: Answer; readonly shows?: Shows }
  | { readonly kind: 'edit'; readonly answer: Answer; readonly message: Message; readonly shows?: Shows }
  /**
   * Enqueues the next poll of a background job, whether or not Slack takes its progress. `answer`: the progress; undefined if it
   * has no message of its own. `message`: shows it so far.
   */
  | {
      readonly kind: 'track';
      readonly followUp: FollowUp;
      readonly answer?: Answer;
      readonly message?: Message;
    }
  /**
   * Confirms the change that the job evaluated, since Slack asked for confirmation before the click. `seen` is the digest of that
   * change, so nothing else runs in its place.
   */
  | { readonly kind: 'confirm'; readonly seen: string }
  /** The person's Home tab. */
  | { readonly kind: 'home'; readonly answer: Answer }
  /** A direct message that is dropped if Slack refuses it. */
  | { readonly kind: 'welcome'; readonly answer: Answer }
  /** The message of a new API key. Its token is created when the message is sent and is not stored. */
  | { readonly kind: 'newKey'; readonly key: ApiKey }
  /** Revokes an API key before any message is sent. */
  | { readonly kind: 'revokeKey'; readonly key: ApiKey }
  | { readonly kind: 'fill'; readonly view: ViewRef; readonly form: Form }
  | { readonly kind: 'review'; readonly view: ViewRef; readonly review: Review }
  | { readonly kind: 'suggestion'; readonly view: ViewRef; readonly form: SuggestionForm };

/** The outcome of a job: an event of the audit log, or an outcome that is not logged. */
export type JobOutcome = AuditEvent | 'answered' | 'accepted' | 'polled';

/** A change that a job updated. Its messages, tasks and next jobs are derived from its stored state. */
export interface TouchedChange {
  readonly change: string;
  /** Set if the job ended the change. */
  readonly end?: {
    /** The tasks that the result's entries and deliveries already complete. */
    readonly handled: readonly Due[];
  };
}

/** The result of a job. JSON, so that it can be stored and delivered again after a failure. */
export interface Result {
  readonly deliveries: readonly Delivery[];
  /** Whether a redelivered job can rebuild it from stored data; it is not stored with the job then. */
  readonly isRepeatable?: boolean;
  /** The outcome of the job, if its audit log entries don't show it. */
  readonly outcome?: JobOutcome;
  readonly entries?: readonly CausedEntry[];
  /** The changes that the job updated. */
  readonly changes?: readonly TouchedChange[];
}

export const ephemeral = (answer: Answer): Result => ({ deliveries: [{ kind: 'ephemeral', answer }] });

/** Returns the answers of a result, whatever their destination. */
export const answerIn = ({ deliveries }: Pick<Result, 'deliveries'>): Answer =>
  deliveries.flatMap((delivery) => ('answer' in delivery ? (delivery.answer ?? []) : []));
