import type { Answer, Button, Text } from '../answer/answer.ts';
import type { Problem, UserError } from '../answer/user-error.ts';
import type { KeyEffect } from '../api-keys/api-key.ts';
import type { Instant, Millis } from '../core/clock.ts';
import type { EarlierStep, ResultKinds } from '../core/step-reference.ts';
import type { NetworkChange } from '../network/network-change.ts';
import type { TimeWords } from '../time/timing.ts';
import type { Field } from './field.ts';
import type { Inverse, InverseCommand } from './inverse.ts';
import type { Leaves, ResultingState } from './leaves.ts';
import type { Phrase } from './phrase.ts';
import type { PlanText } from './plan-text.ts';
import type { SnapshotKey, SnapshotReader, SnapshotSubject } from './snapshot.ts';

/** The effect of an operation: it reads, changes something, interrupts something that runs, or opens the network. */
export type Risk = 'reads' | 'changes' | 'disrupts' | 'opens';

/** The step that an operation requires before it runs, regardless of the policy. */
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

/** The data for polling a background job: its id at the cloud API, and further ids. JSON. */
export type JobRef = Readonly<Record<string, string>>;

/**
 * Progress of a background job. `unknown`: it has ended, but the cloud API doesn't report how. `note`: the reason, as a sentence.
 */
export type Progress<Undoing = InverseCommand> =
  | { readonly phase: 'queued' | 'running' }
  | { readonly phase: 'failed' | 'unknown'; readonly answer: Answer; readonly note: string }
  | {
      readonly phase: 'done';
      readonly answer: Answer;
      readonly inverse?: Undoing;
      readonly results?: StepResults;
    };

/** The results of a step for later ones, by name: `{ address: '198.51.100.7' }`. JSON. */
export type StepResults = Readonly<Record<string, string>>;

/** Result of running an operation: the outcome, or the background job that it started. */
export type RunResult = DoneResult | { readonly jobRef: JobRef };

/** The outcome of an operation. `inverse` is called after the change was made; if it throws, the change is not affected. */
export interface DoneResult {
  readonly answer: Answer;
  readonly results?: StepResults;
  readonly keyEffect?: KeyEffect;
  inverse(): InverseCommand | undefined;
}

/**
 * The part of a declaration that parses a command, explains it and renders its form. The receiver's bundle holds only this part.
 */
export interface CommandDefinition<F extends Fields<Context>, Context> {
  /** "alert.create" is typed as "alert create". */
  readonly id: string;
  readonly summary: string;
  /**
   * The title of its form: its action in sentence case, at most 24 characters ("Assign alert policy"). Only for operations with a
   * form.
   */
  readonly action?: string;
  /** The label of the button that runs it, in Title Case ("Assign Policy"); "Show" by default. */
  readonly button?: string;
  /** A command that works with the sample data of the emulator. Help shows it, and the tests run it. */
  readonly example: string;
  readonly fields: F;
  readonly risk: Risk;
  /** By default, a read needs nothing, and any other operation needs its requester's confirmation. */
  readonly needs?: Needs;
  /** For a read that does not call the cloud API, so it works even during an outage. */
  readonly offline?: true;
  /** For an operation that only a person may request: agents have no tool for it. */
  readonly forPeople?: true;
  /** For an operation that opens something new: its form asks first how long, and proposes `usualEnd`. */
  readonly endsUsually?: true;
  /** Two positional fields that may be typed in either order, if only one of the orders is valid. */
  readonly eitherOrder?: readonly [string, string];
  /** The results for later steps of a plan, by name. */
  readonly results?: ResultKinds;
  /**
   * False for an irreversible operation with a `snapshot`. The receiver's build omits `snapshot`, and sets this member instead.
   */
  readonly isReversible?: boolean;
  /** Checks rules between fields, once each field is valid. Fields that were not given are undefined. */
  readonly check?: (args: Partial<ParsedArgs<F>>) => readonly Problem[];
}

/** The properties of an operation that the policy evaluates, in addition to its network change. */
export interface EvaluatedAs {
  readonly risk: Risk;
  readonly needs: Needs;
  /** The total time for which access stays open; undefined if it does not end by itself. */
  readonly durationMs: Millis | undefined;
  /** For an extension: the time at which access was opened; `durationMs` counts from then. */
  readonly openSince?: Instant | undefined;
  /** Whether a freeze forbids it because it opens something. */
  readonly subjectToFreeze?: boolean | undefined;
}

/** Something equal to what an operation would create. */
export interface AlreadyThere {
  /** A sentence: "Alert policy “Busy” with these settings is there already: 6a9f2780." */
  readonly already: string;
  /** Who created it and when, if that is known. */
  readonly origin?: Text | undefined;
  /** What can be done with it instead. */
  readonly buttons?: readonly Button[] | undefined;
}

/** The part of a declaration that describes a request to the policy, the requester and the approvers. */
export interface Described<F extends Fields<Context>, Context, Role, Key> {
  /** Roles at the cloud API, one of which is sufficient (docs/cloud-api.md, Login and roles); empty if it does not call that. */
  readonly roles: readonly Role[];
  /**
   * Returns the key of the resource that it changes, for its snapshot; changes of one resource run one after another. A resource
   * that it creates has no key yet: its `inverse` names it.
   */
  readonly changes?: (args: ResolvedArgs<F>) => Key;
  /**
   * Returns the state of that resource after the change, next to the present one as far as the look-ups of the arguments show it.
   * A change that would change nothing is refused before its preview.
   */
  readonly leaves?: (args: ResolvedArgs<F>, context: Context) => Leaves | Promise<Leaves>;
  /**
   * For an operation that creates something: finds an equal one that is there already. The change is refused before its preview then;
   * later nobody asks again, since people wait for a confirmed change.
   */
  readonly finds?: (args: ResolvedArgs<F>, context: Context) => Promise<AlreadyThere | undefined>;
  /**
   * For an operation whose buttons ask in Slack’s own dialog: returns whether it does what the dialog says. A click there then needs no
   * preview, unless it needs approval or closes more.
   */
  readonly confirmedInDialog?: (args: ResolvedArgs<F>, context: Context) => boolean;
  /** Returns the reason why the operation would fail now: nobody has to confirm or approve it then. */
  readonly refuses?: (
    args: ResolvedArgs<F>,
    context: Context,
  ) => UserError | undefined | Promise<UserError | undefined>;
  /** Returns words to store for those whose meaning depends on the time: a time of day becomes an exact time. */
  readonly pins?: (args: ResolvedArgs<F>, context: Context) => RawArgs;
  /** Returns the resources that it changes, as `kind/id`. */
  readonly targets?: (args: ResolvedArgs<F>) => readonly string[];
  /**
   * For an operation whose new resource can only be identified once its job is done, and for changes of such resources. It waits
   * while such a resource is being created or deleted on its first target.
   */
  readonly takesTurns?: true;
  /** For an operation that ends its target now: with all that others opened further there, and also after an unknown outcome. */
  readonly endsNow?: true;
  /** For a field that takes several things: returns the name of the thing of one step, as in its subject. */
  readonly target?: (args: ResolvedArgs<F>) => string;
  /** Returns the object of a change, which follows its action in titles: "Disk 80 → DE1ACMEWEB01". */
  readonly subject?: (args: ResolvedArgs<F>, context: Context) => string;
  /** Returns what it does, in words that fit each tense of its verb. A network change needs none: its traffic says it. */
  readonly phrase?: (args: ResolvedArgs<F>, context: Context) => Phrase | undefined;
  /** Whether its title has settings that these words, or its traffic, don't have. */
  readonly titleSaysMore?: (args: ResolvedArgs<F>) => boolean;
  /**
   * Returns the subject in a plan after a step that changes the resource: without the parts that may change. By default, the
   * subject.
   */
  readonly laterSubject?: (args: ResolvedArgs<F>, context: Context) => string;
  /** Returns consequences that the requester may not expect, as sentences. */
  readonly warnings?: (args: ResolvedArgs<F>, context: Context) => readonly Text[];
  /** Returns the traffic that it opens or closes, for the policy's score and the approvers. */
  readonly networkChange?: (args: ResolvedArgs<F>, context: Context) => NetworkChange | undefined;
  /** For a change that moves the end of another one: returns how the policy evaluates it. By default, as it is declared. */
  readonly evaluatedAs?: (args: ResolvedArgs<F>, context: Context) => EvaluatedAs;
  /** For a read with an answer for its requester only: it can't be shared to a channel. */
  readonly isPrivate?: true;
  /** Returns the command that shows the present state, for a change with an unknown outcome. */
  readonly statusCommand?: (args: ResolvedArgs<F>, context: Context) => string;
  /** Reads the state of the resource that it changes, which an Undo would restore. */
  readonly snapshot?: SnapshotReader<Key, Context>;
}

/** An operation that is complete when the cloud API has responded. */
export interface Immediate<F, Context, Result, Key> {
  /** `widened`: as in `ResolvedCommand`. */
  readonly run: (args: ResolvedArgs<F>, context: Context, widened?: string) => Promise<Result>;
  readonly result: (args: ResolvedArgs<F>, result: Result, context: Context) => Answer;
  /** Returns the results for later steps, by the names in `results`. */
  readonly gives?: (args: ResolvedArgs<F>, result: Result) => StepResults;
  /** For an offline read: returns the API key that it creates or revokes. The message with a new key is the answer. */
  readonly keyEffect?: (args: ResolvedArgs<F>, result: Result) => KeyEffect;
  /** Returns the command that undoes it; undefined if nothing has changed, or if no command restores the exact state. */
  readonly inverse?: (args: ResolvedArgs<F>, result: Result, context: Context) => Inverse<Key> | undefined;
}

/** An operation that starts a background job at the cloud API. */
export interface Tracked<F, Context, Key> {
  readonly start: (args: ResolvedArgs<F>, context: Context) => Promise<JobRef>;
  readonly track: (jobRef: JobRef, context: Context) => Promise<Progress<Inverse<Key>>>;
}

/** A command that stands for several others, which run instead. */
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
  /** The words for each field and each standard option that was given, as in `line`. */
  readonly raw: RawArgs;
  readonly account: string | undefined;
  /** The requester's reason and a ticket id, for approvers. */
  readonly reason: string | undefined;
  readonly ticket: string | undefined;
  /** For a command that stands for several others, which run instead. */
  readonly plan: PlanText | undefined;
  /** For a step of a plan: its number, from 1. */
  readonly step?: number | undefined;
  /** The typed start and end. Undefined for a stored step, which has a `Timing`. */
  readonly starts?: TimeWords | undefined;
  readonly ends?: TimeWords | undefined;
  /**
   * Looks up the names. If this is one of several things that a request names, `all` has the words for all of them, and suggested
   * commands are for all of them.
   */
  resolve(context: Context, all?: RawArgs): Promise<ResolvedCommand>;
}

/** One of several things that a request names: its noun, and its name in the title of its step. JSON. */
export interface Target {
  readonly noun: string;
  readonly name: string;
}

/** A request with its names resolved: it can be previewed and run. */
export interface ResolvedCommand {
  /** The arguments with names replaced by ids (and by `pins`), without the start and end. */
  readonly raw: RawArgs;
  /** The action and the subject: "Assign alert policy Disk 80 → DE1ACMEWEB01". For a read, its summary. */
  readonly title: string;
  /** What it does, in words that fit each tense of its verb; undefined for a network change, whose traffic says it, and for a read. */
  readonly phrase?: Phrase | undefined;
  /** Whether its title has settings that these words, or its traffic, don't have. */
  readonly titleSaysMore?: boolean | undefined;
  /** The title without the present state, if it differs: for a step after another one that changes the resource. */
  readonly laterTitle?: string | undefined;
  /** The resource that it changes; undefined for a new one, and for an operation without a snapshot. */
  readonly changes?: SnapshotSubject | undefined;
  /** The keys of that resource that it sets (`Leaves`); undefined if it doesn’t declare them. */
  readonly keys?: readonly string[] | undefined;
  /** The values that it sets; undefined if they aren’t known. */
  readonly leaves?: ResultingState | undefined;
  /** False if no command can restore what it replaces: it then can’t end by itself. */
  readonly isRestorable?: boolean | undefined;
  /** Why it changes nothing, as a sentence; undefined if it may change something. */
  readonly already?: string | undefined;
  /** Finds what it would create, if that is there already. */
  readonly finds?: (() => Promise<AlreadyThere | undefined>) | undefined;
  /** The action of a change, the beginning of its title. */
  readonly action: string | undefined;
  readonly targets: readonly string[];
  /** The thing that it concerns, if a request can name several. */
  readonly target: Target | undefined;
  readonly warnings: readonly Text[];
  readonly networkChange: NetworkChange | undefined;
  /** How the policy evaluates it, if not as its operation is declared. */
  readonly evaluatedAs?: EvaluatedAs | undefined;
  /** When an end comes that waits for its resource, and that it leaves as it is. */
  readonly until?: Instant | undefined;
  /** For a step that ends something which others opened further: the hash of that state, which people see before all of it closes. */
  readonly widened?: string | undefined;
  /** True if Slack’s own dialog, which says what it does, can take the place of its preview. */
  readonly isConfirmedInDialog?: boolean | undefined;
  readonly statusCommand: string | undefined;
  run(widened?: string): Promise<RunResult>;
}

/** The public side of an operation. */
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
  /** True if it does not call the cloud API and concerns no account. */
  readonly offline: boolean;
  /** True if its answer is for its requester only. */
  readonly isPrivate: boolean;
  /** True if only a person may request it: agents have no tool for it. */
  readonly isForPeople: boolean;
  /** True if it waits while something is being created or deleted on its target. */
  readonly takesTurns: boolean;
  /** True if it ends its target now, also one whose end has an unknown outcome. */
  readonly endsNow: boolean;
  readonly endsUsually: boolean;
  readonly fields: Fields<Context>;
  readonly eitherOrder: readonly [string, string] | undefined;
  readonly snapshot: SnapshotReader<SnapshotKey, Context> | undefined;
  /** Whether it can be undone, and so can end by itself. */
  readonly isReversible: boolean;
  readonly results: ResultKinds;
  /** Whether it stands for other commands. */
  readonly isPlan: boolean;
  /**
   * Validates and normalizes arguments. The only way to a `ResolvedCommand`, and so to `run`. For a step of a plan, `earlier` has the
   * operations of the previous steps; it may refer to their results.
   */
  prepare(
    raw: RawArgs,
    earlier?: readonly (EarlierStep | undefined)[],
  ): Prepared<Context> | { readonly problems: readonly Problem[] };
  /** Polls the background job that it started. Throws if it starts none. */
  track(jobRef: JobRef, context: Context): Promise<Progress>;
}
