import type { AuditEvent } from '../../../src/change/model/audit-log.ts';
import type { ChangeState, StepState } from '../change-states.ts';

/** The facts to compare when everything is idle. All are observed from outside, except for the states of the changes. */
export interface Found {
  readonly changes: readonly ChangeState[];
  /** The audit log, oldest first. */
  readonly log: readonly LogEntry[];
  /** The texts of the cards in the approvals channel. */
  readonly cards: readonly string[];
  /** All new and changed messages, oldest first: to a person, or to a channel that everybody reads. */
  readonly said: readonly { readonly to: string; readonly text: string }[];
  /** The final texts of the messages. */
  readonly shown: readonly string[];
  /** The calls of the cloud API that change something, as "DELETE /path", including repeated ones. */
  readonly sent: readonly string[];
  /** Whether the cloud API contains the result of a step; undefined if that is undecidable. */
  readonly isMade: (step: StepState) => boolean | undefined;
  /** Number of jobs that could not be handled. */
  readonly deadLetters: number;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export interface LogEntry {
  readonly event: AuditEvent;
  readonly person: string;
  /** The id of the change, or of its step. */
  readonly request: string;
}

/** Records the sentence `otherwise` unless `isSo`. */
export type Claim = (isSo: boolean, otherwise: string) => void;
