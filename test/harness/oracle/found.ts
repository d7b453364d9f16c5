import type { AuditEvent } from '../../../src/change/model/audit-log.ts';
import type { ChangeState, StepState } from '../change-states.ts';

/** What there is to compare once all has come to rest. All of it is from outside, but for the states of the changes. */
export interface Found {
  readonly changes: readonly ChangeState[];
  /** The audit log, oldest first. */
  readonly log: readonly LogEntry[];
  /** What the cards in the channel of the approvers show. */
  readonly cards: readonly string[];
  /** Every message that appeared or changed, oldest first: to a person, or to a channel that everybody reads. */
  readonly said: readonly { readonly to: string; readonly text: string }[];
  /** What the messages show in the end. */
  readonly shown: readonly string[];
  /** What the cloud API was asked for that changes something, as "DELETE /path", each as often as it was. */
  readonly sent: readonly string[];
  /** Whether the cloud API has what a step makes; undefined if that can't be told. */
  readonly isMade: (step: StepState) => boolean | undefined;
  /** How many jobs nobody could handle. */
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

/** Collects a sentence if something is not so. */
export type Claim = (isSo: boolean, otherwise: string) => void;
