import type { Login } from '../../cloud/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Policy } from '../../policy/policy.ts';

/** What stands between the doctor and something that it looks at. */
export type Hindrance =
  | 'missing'
  | 'denied'
  | 'no credentials'
  | 'wrong clock'
  | 'throttled'
  | 'unreachable'
  | 'malformed'
  | 'refused';

/** An instrument met something. Its message holds nothing secret; for `malformed` and `refused` it says what is wrong. */
export class Obstacle extends Error {
  override readonly name = 'Obstacle';
  readonly kind: Hindrance;

  constructor(kind: Hindrance, what: string = kind) {
    super(what);
    this.kind = kind;
  }
}

/** Something else has to be mended before this can be looked at; `by` is the name of its check. */
export class Blocked extends Error {
  override readonly name = 'Blocked';
  readonly by: string;

  constructor(by: string) {
    super(`blocked by ${by}`);
    this.by = by;
  }
}

/** What Slack answered to one call of its Web API, refusals included. */
export interface SlackAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** What the token may do, where Slack says so. */
  readonly scopes: readonly string[] | undefined;
  /** Slack's time, in milliseconds since 1970. */
  readonly at: number | undefined;
}

/** Something that the bot can send, drawn. */
export interface Sample {
  readonly name: string;
  /** The argument of `blocks.validate` that it is put in. */
  readonly as: 'message' | 'view';
  readonly drawn: object;
  /** What the bot sends when Slack refuses the first. */
  readonly otherwise?: object | undefined;
}

export interface SlackProbe {
  /** Calls a method with the bot's token. Rejects with an `Obstacle`. */
  ask(method: string, input?: Readonly<Record<string, string>>): Promise<SlackAnswer>;
  /** What the token has to be allowed. */
  readonly scopes: readonly string[];
  /** What would not work without a scope. */
  usesOf(scope: string): readonly string[];
  readonly samples: readonly Sample[];
}

export interface QueueState {
  /** How many jobs lie in its dead-letter queue; undefined where it has none. */
  readonly dead: number | undefined;
}

export interface TableState {
  /** "pk S HASH, sk S RANGE" */
  readonly keys: string;
  /** The attribute by which items expire; undefined where none do. */
  readonly expiresBy: string | undefined;
}

/** All that the doctor looks with. Each call rejects with an `Obstacle` or `Blocked` where it can say why. */
export interface Instruments {
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The policy and what should be changed in policy.json, or what is wrong with it; a line each. */
  readonly policy:
    | { readonly read: Policy; readonly warnings?: readonly string[] }
    | { readonly problems: readonly string[] };
  /** Each reads a secret and throws its content away. */
  readonly secrets: { slack(): Promise<void>; service(): Promise<void> };
  readonly slack: SlackProbe;
  readonly service: {
    /** A new login, whatever was held before. */
    login(): Promise<Login>;
    /** The service's time, in milliseconds since 1970. */
    time(): Promise<number | undefined>;
  };
  queue(): Promise<QueueState>;
  table(): Promise<TableState>;
}
