import { type Answer, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';

/** A tool call, or a line for the run endpoint: what a person asks for through an agent. */
export interface ToolCall {
  /** Id of its job: identical for all copies of a signed request, and for all requests with an `Idempotency-Key`. */
  readonly id: string;
  /** Whether it came with an `Idempotency-Key`. */
  readonly isKeyed?: boolean;
  /** Slack user id: as Slack or the API key says, never as the agent says. */
  readonly person: string;
  /** Id of the workspace, which Slack or the API key says too. */
  readonly team: string;
  /** Through what the person asks, as a phrase: "Slackbot", "API key 7f3a21". */
  readonly through: string;
  readonly asked:
    | {
        readonly operation: string;
        readonly raw: Readonly<Record<string, string>>;
        /** What is wrong with its arguments: with any, it can't run, but it is counted and logged as the others. */
        readonly problems?: readonly Problem[];
      }
    | { readonly line: string };
}

/**
 * How a tool call can end. `preview`: sent to the person's direct messages, nothing was changed. `requested`: approvers were
 * asked.
 */
export const callOutcomes = ['answered', 'preview', 'requested', 'refused', 'failed'] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** What a tool call answers, before it is drawn for the agent. */
export interface CallAnswer {
  readonly outcome: CallOutcome;
  /**
   * Why it was refused or failed, where the run endpoint has a status for that. `invalid`: a command that can't run (400) ·
   * `copy`: the call came before (409) · `reused`: its `Idempotency-Key` came before with another command (422) · `limit`: too many
   * calls (429) · `unavailable`: the cloud API, Slack or the audit log failed, or it took too long (503).
   */
  readonly why?: 'invalid' | 'copy' | 'reused' | 'limit' | 'unavailable';
  /** In how many seconds the person may call again, if there were too many calls. */
  readonly retryAfterSeconds?: number;
  /** What the person would see in Slack. */
  readonly answer: Answer;
  /** The command, as a line. */
  readonly line?: string;
  /** The request that it made: its id, which `request status` takes, and the link to the card. */
  readonly request?: { readonly id: string; readonly link?: string };
}

/** The answer to a call that did nothing: what happened, and what to do next. */
export const notDone = (
  outcome: 'refused' | 'failed',
  why: NonNullable<CallAnswer['why']>,
  what: string,
  next: string,
): CallAnswer => ({ outcome, why, answer: [failed(what), note(next)] });
