import type { Answer, Text } from '../answer/answer.ts';
import type { Problem, UserError } from '../answer/user-error.ts';
import type { KeyEffect } from '../api-keys/api-key.ts';
import type { Instant, Millis } from '../core/clock.ts';
import type { EarlierStep, ResultKinds } from '../core/step-reference.ts';
import type { NetworkChange } from '../network/network-change.ts';
import type { TimeWords } from '../time/timing.ts';
import type { Field } from './field.ts';
import type { Inverse, InverseCommand } from './inverse.ts';
import type { Leaves, ResultingState } from './leaves.ts';
import type { PlanText } from './plan-text.ts';
import type { SnapshotKey, SnapshotReader, SnapshotSubject } from './snapshot.ts';

/** The effect of an operation: it reads, changes something, interrupts something that runs, or opens the network. */
export type Risk = 'reads' | 'changes' | 'disrupts' | 'opens';

/** What must happen before an operation runs, whatever the policy says. */
export type Needs = 'nothing' | 'confirmation' | 'approval';

/** The fields of an operation by name. */
export type Fields<Context> = Readonly<Record<string, Field<unknown, unknown, Context>>>;

/** The parsed value of each field. */
export type ParsedArgs<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer G, infer _K> ? G : never;
};
/** The resolved value of each field. */
export type ResolvedArgs<F> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer _G, infer K> ? K : never;
};

/** What is needed to poll a background job: the cloud API's id of it, and further ids. JSON. */
export type JobRef = Readonly<Record<string, string>>;

/** Progress of a background job. `unknown`: it has ended, and the cloud API does not say how. `note`: why, as a sentence. */
export type Progress<Undoing = InverseCommand> =
  | { readonly phase: 'queued' | 'running' }
  | { readonly phase: 'failed' | 'unknown'; readonly answer: Answer; readonly note: string }
  | {
      readonly phase: 'done';
      readonly answer: Answer;
      readonly inverse?: Undoing;
      readonly results?: StepResults;
    };

/** What a step gave to later ones, by name: `{ address: '198.51.100.7' }`. JSON. */
export type StepResults = Readonly<Record<string, string>>;

/** Result of running an operation: of what it has done, or the background job that does it. */
export type RunResult = DoneResult | { readonly jobRef: JobRef };

/** What an operation has done. `inverse` is called after the change was made; if it throws, the change is not affected. */
export interface DoneResult {
  readonly answer: Answer;
  readonly results?: StepResults;
  readonly keyEffect?: KeyEffect;
  inverse(): InverseCommand | undefined;
}

/** The part of a declaration that parses a command, explains it and draws its form. The receiver's bundle holds only this part. */
export interface CommandDefinition<F extends Fields<Context>, Context> {
  /** "alert.create" is typed as "alert create". */
  readonly id: string;
  readonly summary: string;
  /** For what has a form: what it does, in sentence case and at most 24 characters ("Assign alert policy"). The title of its form. */
  readonly action?: string;
  /** The label of the button that runs it, in Title Case ("Assign Policy"); "Show" by default. */
  readonly button?: string;
  /** A command that works with the sample data of the emulator: shown by help, run by the tests. */
  readonly example: string;
  readonly fields: F;
  readonly risk: Risk;
  /** By default, a read needs nothing, and any other operation needs its requester's confirmation. */
  readonly needs?: Needs;
  /** For a read that does not call the cloud API, so it works during an outage too. */
  readonly offline?: true;
  /** For what only a person may request: agents have no tool for it. */
  readonly forPeople?: true;
  /** Two fields, each with a place on the line, that may be typed in either order where only one of the orders makes sense. */
  readonly eitherOrder?: readonly [string, string];
  /** What it gives to later steps of a plan, by name. */
  readonly results?: ResultKinds;
  /** False for what nothing undoes, though it has a `snapshot`. The build for the receiver, which leaves that out, sets whether there is one. */
  readonly isReversible?: boolean;
  /** Checks rules between fields, once each field is valid. Fields that were not given are undefined. */
  readonly check?: (args: Partial<ParsedArgs<F>>) => readonly Problem[];
}

/** What the policy judges an operation by, besides what it changes in the network. */
interface EvaluatedAs {
  readonly risk: Risk;
  readonly needs: Needs;
  /** How long what it opens stays in all; undefined if it does not end by itself. */
  readonly durationMs: Millis | undefined;
  /** For an extension: since when it is open; `durationMs` counts from then. */
  readonly openSince?: Instant | undefined;
  /** Whether it opens something that a freeze forbids. */
  readonly subjectToFreeze?: boolean | undefined;
}

/** The part of a declaration that describes a request to the policy, the requester and the approvers. */
export interface Described<F extends Fields<Context>, Context, Role, Key> {
  /** Roles at the cloud API, of which one is enough (interface.md §5); empty if it does not call the service. */
  readonly roles: readonly Role[];
  /** The thing that it changes, for its snapshot: one change of it comes after the other. What it creates has no key yet: its `inverse` names it. */
  readonly changes?: (args: ResolvedArgs<F>) => Key;
  /**
   * The state in which it leaves that thing, next to the present one, as far as the look-ups of its arguments show it. A change
   * that leaves everything as it is is refused before its preview.
   */
  readonly leaves?: (args: ResolvedArgs<F>, context: Context) => Leaves | Promise<Leaves>;
  /** Why it would fail now, so that nobody confirms or approves it. */
  readonly refuses?: (args: ResolvedArgs<F>, context: Context) => UserError | undefined;
  /** Words to store in place of those that would mean something else later: a time of day as that moment. */
  readonly pins?: (args: ResolvedArgs<F>, context: Context) => RawArgs;
  /** The resources that it changes, as `kind/id`. */
  readonly targets?: (args: ResolvedArgs<F>) => readonly string[];
  /**
   * For what creates something that is identified only once its job is over, and for what changes such things: it waits for what is being
   * created on its first target.
   */
  readonly takesTurns?: true;
  /** For an operation with a field that takes several things: the name of the one of a step, as its subject has it. */
  readonly target?: (args: ResolvedArgs<F>) => string;
  /** What a change is about, after its action: "Disk 80 → DE1ACMEWEB01". */
  readonly subject?: (args: ResolvedArgs<F>, context: Context) => string;
  /** Its subject in a plan, after a step that changes the same thing: without what that step can change. By default, its subject. */
  readonly laterSubject?: (args: ResolvedArgs<F>, context: Context) => string;
  /** Consequences that the requester may not expect, as sentences. */
  readonly warnings?: (args: ResolvedArgs<F>, context: Context) => readonly Text[];
  /** What it opens or closes in the network: scored by the policy, described to approvers. */
  readonly networkChange?: (args: ResolvedArgs<F>, context: Context) => NetworkChange | undefined;
  /** For a change that moves the end of another one: how the policy judges it. By default, as it is declared. */
  readonly evaluatedAs?: (args: ResolvedArgs<F>, context: Context) => EvaluatedAs;
  /** For a read whose answer is for its requester only: it can't be shared to a channel. */
  readonly isPrivate?: true;
  /** The command that shows the present state, for a change whose outcome is unknown. */
  readonly statusCommand?: (args: ResolvedArgs<F>, context: Context) => string;
  /** Reads the state of the thing that it changes, which an Undo would restore. */
  readonly snapshot?: SnapshotReader<Key, Context>;
}

/** An operation that is complete when the cloud API has responded. */
export interface Immediate<F, Context, Result, Key> {
  readonly run: (args: ResolvedArgs<F>, context: Context) => Promise<Result>;
  readonly result: (args: ResolvedArgs<F>, result: Result, context: Context) => Answer;
  /** What it gave to later steps, by the names in `results`. */
  readonly gives?: (args: ResolvedArgs<F>, result: Result) => StepResults;
  /** For an offline read: the API key that it creates or revokes. For a new key, its message is the answer. */
  readonly keyEffect?: (args: ResolvedArgs<F>, result: Result) => KeyEffect;
  /** The command that undoes it. Undefined if nothing has changed, or if no command restores the exact state. */
  readonly inverse?: (args: ResolvedArgs<F>, result: Result, context: Context) => Inverse<Key> | undefined;
}

/** An operation that starts a background job at the cloud API. */
export interface Tracked<F, Context, Key> {
  readonly start: (args: ResolvedArgs<F>, context: Context) => Promise<JobRef>;
  readonly track: (jobRef: JobRef, context: Context) => Promise<Progress<Inverse<Key>>>;
}

/** A command that stands for others, which are run in its place. */
export interface Composed<F> {
  readonly plan: (args: ParsedArgs<F>) => PlanText;
}

/** The words of a request by field name, as typed or as entered in a form, with the standard options. */
export type RawArgs = Readonly<Record<string, string>>;

/** A valid request, before the cloud API is called. */
export interface Prepared<Context> {
  readonly operation: Operation<Context>;
  /** The command for exactly this request. */
  readonly line: string;
  /** The words for each field, and for each standard option that was given, as `line` writes them. */
  readonly raw: RawArgs;
  readonly account: string | undefined;
  /** The requester's reason, and the id of a ticket, for approvers. */
  readonly reason: string | undefined;
  readonly ticket: string | undefined;
  /** For a command that stands for several others, which are run in its place. */
  readonly plan: PlanText | undefined;
  /** For a step of a plan: its number, from 1. */
  readonly step?: number | undefined;
  /** When it starts and ends, as its requester typed it. Undefined for a step that was stored: its `Timing` counts. */
  readonly starts?: TimeWords | undefined;
  readonly ends?: TimeWords | undefined;
  /**
   * Looks up the names. `all` has the words for the things that the whole request names, if this is one of several: commands that are
   * offered for what a name may mean are for all of them.
   */
  resolve(context: Context, all?: RawArgs): Promise<Plan>;
}

/** One thing of several that a request names: what it is called, and its name as the title of its step has it. JSON. */
export interface Target {
  readonly noun: string;
  readonly name: string;
}

/** A request with its names resolved: it can be previewed and run. */
export interface Plan {
  /** The arguments, with every name replaced by the id of what it means (and by `pins`), and without the words for its start and end. */
  readonly raw: RawArgs;
  /** The action and the subject: "Assign alert policy Disk 80 → DE1ACMEWEB01". For a read, its summary. */
  readonly title: string;
  /** The title without the present state, if it differs: for a step of a plan after another one that changes the same resource. */
  readonly laterTitle?: string | undefined;
  /** The thing that it changes; undefined for something new, and for what has no snapshot. */
  readonly changes?: SnapshotSubject | undefined;
  /** The keys of that thing which it sets (`Leaves`); undefined if it doesn’t say. */
  readonly keys?: readonly string[] | undefined;
  /** The values that it sets there; undefined if they aren’t known. */
  readonly leaves?: ResultingState | undefined;
  /** False if no command can set again what it replaces, so that it can’t end by itself. */
  readonly isRestorable?: boolean | undefined;
  /** Whether everything is so already and is kept for good, so that nothing has to be sent. */
  readonly isKept?: boolean | undefined;
  /** Why it changes nothing, as a sentence; undefined if it changes something, as far as is known. */
  readonly already?: string | undefined;
  /** The action of a change, with which the title begins. */
  readonly action: string | undefined;
  readonly targets: readonly string[];
  /** The thing that it is about, of several that one request can name. */
  readonly target: Target | undefined;
  readonly warnings: readonly Text[];
  readonly networkChange: NetworkChange | undefined;
  /** How the policy judges it, if that isn't how its operation is declared. */
  readonly evaluatedAs?: EvaluatedAs | undefined;
  readonly statusCommand: string | undefined;
  run(): Promise<RunResult>;
}

/** An operation, as everything but its own file sees it. */
export interface Operation<Context> {
  readonly id: string;
  readonly words: readonly string[];
  readonly summary: string;
  readonly action: string | undefined;
  readonly button: string | undefined;
  readonly example: string;
  readonly roles: readonly string[];
  readonly risk: Risk;
  readonly needs: Needs;
  /** True if it does not call the cloud API, and is not about an account. */
  readonly offline: boolean;
  /** True if its answer is for its requester only. */
  readonly isPrivate: boolean;
  /** True if only a person may request it: agents have no tool for it. */
  readonly isForPeople: boolean;
  /** True if it waits for what is being created on its target. */
  readonly takesTurns: boolean;
  readonly fields: Fields<Context>;
  readonly eitherOrder: readonly [string, string] | undefined;
  readonly snapshot: SnapshotReader<SnapshotKey, Context> | undefined;
  /** Whether it can be undone, and so can end by itself. */
  readonly isReversible: boolean;
  readonly results: ResultKinds;
  /** Whether it stands for other commands. */
  readonly isPlan: boolean;
  /**
   * Validates and normalizes arguments. The only way to a `Plan`, and so to `run`. For a step of a plan, `earlier` has the
   * operations of the steps before it, to whose results it may refer.
   */
  prepare(
    raw: RawArgs,
    earlier?: readonly (EarlierStep | undefined)[],
  ): Prepared<Context> | { readonly problems: readonly Problem[] };
  /** Polls the background job that it started. Throws if it starts none. */
  track(jobRef: JobRef, context: Context): Promise<Progress>;
}
