import type { Answer, Text } from './answer.ts';
import type { Field } from './field.ts';
import type { Inverse, InverseCommand } from './inverse.ts';
import type { NetworkChange } from './network-change.ts';
import type { SnapshotKey, SnapshotReader } from './snapshot.ts';
import type { Problem, UserError } from './user-error.ts';

/** What it does to the cloud: looks, changes, interrupts something that runs, or opens it to a network. */
export type Risk = 'reads' | 'changes' | 'disrupts' | 'opens';

/** What must happen before it runs. */
export type Needs = 'nothing' | 'confirmation' | 'approval';

export type Fields<Context> = Readonly<Record<string, Field<unknown, unknown, Context>>>;

export type ParsedArgs<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer G, infer _K> ? G : never;
};
export type ResolvedArgs<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer _G, infer K> ? K : never;
};

/** What to look at again to see how far something got: the service's own id and whatever else is needed. */
export type Watch = Readonly<Record<string, string>>;

/** How far it got. `unknown`: it is over, and the service does not say how it ended. */
export type Progress<Undoing = InverseCommand> =
  | { readonly phase: 'queued' | 'running' }
  | { readonly phase: 'failed' | 'unknown'; readonly answer: Answer }
  | { readonly phase: 'done'; readonly answer: Answer; readonly inverse?: Undoing };

/** `inverse` is asked only once the change is made; what goes wrong there does not touch it. */
export type Outcome =
  | { readonly answer: Answer; inverse(): InverseCommand | undefined }
  | { readonly watch: Watch };

/** What reads a command, explains it and draws its form: the part of a declaration that the receiver's bundle holds. */
export interface Grammar<F extends Fields<Context>, Context> {
  /** "alert.create" is typed as "alert create". */
  readonly id: string;
  readonly summary: string;
  /** A line that does it in the seeded world of the embedded service: shown by help, played by the tests. */
  readonly example: string;
  readonly fields: F;
  readonly risk: Risk;
  /** Unless said otherwise, reading needs nothing and everything else the requester's confirmation. */
  readonly needs?: Needs;
  /** Asks the service nothing, so it runs even while the service does not answer; only for what reads. */
  readonly offline?: true;
  /** Two fields, each with a place on the line, that may be typed in either order where only one of the orders makes sense. */
  readonly eitherOrder?: readonly [string, string];
  /** Rules between fields, asked once each word is right in itself; what is missing is undefined here. */
  readonly check?: (given: Partial<ParsedArgs<F>>) => readonly Problem[];
}

/** What the policy, the person who asks and the approvers are told of a request. */
export interface Described<F extends Fields<Context>, Context, Role, Key> {
  /** Roles at the service of which one is enough; empty for what asks the service nothing. */
  readonly roles: readonly Role[];
  /** Why it cannot be done as things are, so that nobody confirms what can only fail. */
  readonly refuses?: (known: ResolvedArgs<F>, context: Context) => UserError | undefined;
  /** The things that change, as `kind/id`. */
  readonly targets?: (known: ResolvedArgs<F>) => readonly string[];
  /** The change as a clause after "will": "put alert policy Disk 80 on DE1ACMEWEB01". */
  readonly title?: (known: ResolvedArgs<F>) => string;
  /** What follows from it that the requester may not expect, each a sentence. */
  readonly warnings?: (known: ResolvedArgs<F>, context: Context) => readonly Text[];
  /** What it opens to a network, or closes: judged by the policy, explained to whoever approves. */
  readonly networkChange?: (known: ResolvedArgs<F>, context: Context) => NetworkChange;
  /** The line that shows how things stand, for when the outcome of a change is not known. */
  readonly statusCommand?: (known: ResolvedArgs<F>, context: Context) => string;
  /** How the thing stands that an Undo would change back: what can be undone has one. */
  readonly snapshot?: SnapshotReader<Key, Context>;
}

/** Done when the service has answered. */
export interface Immediate<F, Context, Result, Key> {
  readonly run: (known: ResolvedArgs<F>, context: Context) => Promise<Result>;
  readonly result: (known: ResolvedArgs<F>, result: Result, context: Context) => Answer;
  /**
   * The line that undoes it, out of what was known before and what came of it. Undefined where nothing has
   * changed, and where no line brings back exactly what was.
   */
  readonly inverse?: (known: ResolvedArgs<F>, result: Result, context: Context) => Inverse<Key> | undefined;
}

/** Accepted by the service, done later. */
export interface Followed<F, Context, Key> {
  readonly start: (known: ResolvedArgs<F>, context: Context) => Promise<Watch>;
  readonly follow: (watch: Watch, context: Context) => Promise<Progress<Inverse<Key>>>;
}

/** The words of a request by field name, as typed or as entered in a form; `always` may stand beside them. */
export type RawArgs = Readonly<Record<string, string>>;

/** A request whose words all make sense; the service was not asked yet. */
export interface Prepared<Context> {
  readonly operation: Operation<Context>;
  /** The line that asks for exactly this. */
  readonly line: string;
  /** The words for each field, and for each standard option that was given, as `line` writes them. */
  readonly raw: RawArgs;
  readonly account: string | undefined;
  /** Why it is asked for, and under which ticket: for whoever has to approve. */
  readonly why: string | undefined;
  readonly ticket: string | undefined;
  resolve(context: Context): Promise<Plan>;
}

/** A request with its names looked up: ready to be shown, and to be run. */
export interface Plan {
  /** The arguments of the request, with every name pinned to the thing that it meant. */
  readonly raw: RawArgs;
  readonly title: string;
  readonly targets: readonly string[];
  readonly warnings: readonly Text[];
  readonly networkChange: NetworkChange | undefined;
  readonly statusCommand: string | undefined;
  run(): Promise<Outcome>;
}

export interface Operation<Context> {
  readonly id: string;
  readonly words: readonly string[];
  readonly summary: string;
  readonly example: string;
  readonly roles: readonly string[];
  readonly risk: Risk;
  readonly needs: Needs;
  /** It runs without the service, and without an account that it would be about. */
  readonly offline: boolean;
  readonly fields: Fields<Context>;
  readonly eitherOrder: readonly [string, string] | undefined;
  readonly snapshot: SnapshotReader<SnapshotKey, Context> | undefined;
  /** The only way to a `Plan`, and so to `run`. Words are normalized, wherever they were entered. */
  prepare(raw: RawArgs): Prepared<Context> | { readonly problems: readonly Problem[] };
  /** Looks again at something it started. Only for what answered with a `Watch`. */
  follow(watch: Watch, context: Context): Promise<Progress>;
}
