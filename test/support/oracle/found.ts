import type { ChangeState, StepState, Unfinished } from '../change-states.ts';
import type { LogEvent } from '../stored.ts';

/** The facts to compare when everything is idle. All are observed from outside, except for the states of the changes. */
export interface Found {
  readonly changes: readonly ChangeState[];
  /** What is not finished. */
  readonly waiting: readonly Unfinished[];
  /** The audit log, oldest first. */
  readonly log: readonly LoggedEvent[];
  /** The cards in the approvals channel. */
  readonly cards: readonly Card[];
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

/** A message in the approvals channel that shows a request. */
export interface Card {
  readonly ts: string;
  readonly text: string;
  /** What its buttons decide: `review`. */
  readonly decisions: readonly string[];
}

export interface LoggedEvent {
  readonly event: LogEvent;
  readonly person: string;
  /** The id of the change, or of its step. */
  readonly request: string;
}

/** Records the sentence `otherwise` unless `isSo`. */
export type Claim = (isSo: boolean, otherwise: string) => void;
