import { type Answer, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
import type { Instant } from '../core/clock.ts';

/** A tool call, or a line for the run endpoint: a person's request through an agent. */
export interface ToolCall {
  /** Id of its job: identical for all copies of a signed request, and for all requests with an `Idempotency-Key`. */
  readonly id: string;
  /** Whether it came with an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** It is answered by then, and has no effect that begins later. */
  readonly until: Instant;
  /** Slack user id, from Slack or the API key, never from the agent. */
  readonly person: string;
  /** Id of the workspace, from Slack or the API key. */
  readonly team: string;
  /** The agent or the key, as a phrase: "Slackbot", "API key 7f3a21". */
  readonly through: string;
  readonly asked:
    | {
        readonly operation: string;
        readonly raw: Readonly<Record<string, string>>;
        /** Problems of its arguments. A call with any can't run, but is counted and logged. */
        readonly problems?: readonly Problem[];
      }
    | { readonly line: string };
  /** The arguments as they came, if they could not all be read: an API key can be anywhere in them. */
  readonly given?: unknown;
}

/**
 * How a tool call can end. `preview`: sent to the person's direct messages, nothing was changed. `requested`: approvers were
 * asked.
 */
export const callOutcomes = ['answered', 'preview', 'requested', 'refused', 'failed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** The answer to a tool call, before it is rendered for the agent. */
export interface CallAnswer {
  readonly outcome: CallOutcome;
  /**
   * Reason for a refusal or failure that has its own status at the run endpoint:
   * - `invalid`: the command can't run (400)
   * - `copy`: the call was sent before (409)
   * - `reused`: its `Idempotency-Key` was sent before with another command (422)
   * - `limit`: too many calls (429)
   * - `unavailable`: the cloud API, Slack or the audit log failed, or it took too long (503)
   */
  readonly why?: 'invalid' | 'copy' | 'reused' | 'limit' | 'unavailable';
  /** Seconds until the person may call again, after too many calls. */
  readonly retryAfterSeconds?: number;
  /** The answer that the person would see in Slack. */
  readonly answer: Answer;
  /** The command, as a line. */
  readonly line?: string;
  /** The resulting request: its id, which `request status` takes, and the link to its card. */
  readonly request?: { readonly id: string; readonly link?: string };
}

/** Returns the answer to a call that had no effect: what happened, and what to do next. */
export const notDone = (
  outcome: 'refused' | 'failed',
  why: NonNullable<CallAnswer['why']>,
  what: string,
  next: string,
): CallAnswer => ({ outcome, why, answer: [failed(what), note(next)] });
