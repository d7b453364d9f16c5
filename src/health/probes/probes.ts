import type { AboutAws } from '../../aws/lambda/aws-codes.ts';
import type { Login } from '../../cloud/index.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import type { Policy } from '../../policy/policy.ts';

/** Why a probe failed: also AWS's errors, but for those that only a write can get. */
export type FailureReason =
  | Exclude<AboutAws, 'conflict' | 'request'>
  | 'no such method'
  | 'malformed'
  | 'refused';

/** A probe failed. The message contains nothing secret; for `malformed` and `refused` it describes the problem. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  readonly kind: FailureReason;

  constructor(kind: FailureReason, what: string = kind) {
    super(what);
    this.kind = kind;
  }
}

/** A check was skipped because another one, named `by`, failed. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
  readonly by: string;

  constructor(by: string) {
    super(`skipped because of ${by}`);
    this.by = by;
  }
}

/** Awaits a prerequisite of a check. Rejects with `Skipped` for the given class of errors, since the check `by` reports them. */
export const orSkipped = <Result>(
  call: Promise<Result>,
  by: string,
  kind: new (...parameters: never[]) => Error = CheckFailed,
): Promise<Result> =>
  call.catch((error: unknown) => {
    throw error instanceof kind ? new Skipped(by) : error;
  });

/** A response of Slack's Web API, successful or not. */
export interface SlackResponse {
  readonly body: Readonly<Record<string, unknown>>;
  /** Scopes of the token, from the header `X-OAuth-Scopes`. */
  readonly scopes: readonly string[] | undefined;
  /** Slack's time, from the header `Date`. */
  readonly at: Instant | undefined;
}

export interface SlackProbe {
  /** Calls a method of the Web API with the bot token. Rejects with a `CheckFailed`. */
  ask(method: string, input?: Readonly<Record<string, string>>): Promise<SlackResponse>;
}

/** A response of the MCP endpoint to `server/discover`. */
export interface McpResponse {
  readonly status: number;
  /** The revisions of MCP that the server knows; undefined if the response is not one of an MCP server. */
  readonly revisions: readonly string[] | undefined;
  /** The endpoint's time, from the header `Date`. */
  readonly at: Instant | undefined;
}

export interface McpProbe {
  /** Sends `server/discover` without a signature. Rejects with `CheckFailed` or `Skipped`. */
  discover(): Promise<McpResponse>;
  /** Sends it with a signature like Slack's. Undefined where the signing secret can't be read. */
  readonly discoverSigned: (() => Promise<McpResponse>) | undefined;
}

export interface QueueState {
  /** Number of messages in the dead-letter queue; undefined if there is no such queue. */
  readonly dead: number | undefined;
}

export interface TableState {
  /** Key schema: "pk S HASH, sk S RANGE". */
  readonly keys: string;
  /** The TTL attribute; undefined if TTL is off. */
  readonly expiresBy: string | undefined;
  /** Whether deletion protection is on. */
  readonly isProtected: boolean;
  /** Whether point-in-time recovery is on; undefined if these credentials may not see that. */
  readonly isRecoverable: boolean | undefined;
}

/** The probes of the health check. Each call rejects with a `CheckFailed` or `Skipped` if the cause of its failure is known. */
export interface Probes {
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The policy, or the problems of policy.json; one sentence each. */
  readonly policy: { readonly read: Policy } | { readonly problems: readonly string[] };
  /**
   * Each of these reads and validates a secret, and discards its content. `signing` is undefined in a function, since of these only
   * the receiver may read that secret.
   */
  readonly secrets: {
    readonly signing: (() => Promise<void>) | undefined;
    token(): Promise<void>;
    service(): Promise<void>;
  };
  readonly slack: SlackProbe;
  readonly service: {
    /** Makes a new login, without a cache. */
    login(): Promise<Login>;
    /** Returns the cloud API's time; undefined if its responses have none. */
    time(): Promise<number | undefined>;
  };
  /** Undefined if agents are turned off. */
  readonly mcp: McpProbe | undefined;
  queue(): Promise<QueueState>;
  table(): Promise<TableState>;
}
