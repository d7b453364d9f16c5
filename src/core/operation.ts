import { aliasProblem } from './account-alias.ts';
import { type Answer, grouped, type Text } from './answer.ts';
import type { Field } from './field.ts';
import type { Exposure } from './network-change.ts';
import { normalize } from './normalize.ts';
import { isReason } from './reason.ts';
import type { SnapshotKey, SnapshotReader } from './snapshot.ts';
import type { Inverse, InverseCommand } from './undo.ts';
import type { Failure, Problem } from './user-error.ts';
import { join } from './words.ts';

/** What it does to the cloud: looks, changes, interrupts something that runs, or opens it to a network. */
export type Risk = 'reads' | 'changes' | 'disrupts' | 'opens';

/** What must happen before it runs. */
export type Needs = 'nothing' | 'confirmation' | 'approval';

export type Fields<Context> = Readonly<Record<string, Field<unknown, unknown, Context>>>;

type ParsedArgs<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer G, infer _K> ? G : never };
type ResolvedArgs<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer _G, infer K> ? K : never };

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
  /** Unless said otherwise, reading needs nothing and everything else the asker's confirmation. */
  readonly needs?: Needs;
  /** Asks the service nothing, so it runs even while the service does not answer; only for what reads. */
  readonly offline?: true;
  /** Rules between fields, asked once each word is right in itself; what is missing is undefined here. */
  readonly check?: (given: Partial<ParsedArgs<F>>) => readonly Problem[];
}

/** What the policy, the person who asks and the approvers are told of a request. */
interface Described<F extends Fields<Context>, Context, Role, Key> {
  /** Roles at the service of which one is enough; empty for what asks the service nothing. */
  readonly roles: readonly Role[];
  /** Why it cannot be done as things are, so that nobody confirms what can only fail. */
  readonly refuses?: (known: ResolvedArgs<F>, context: Context) => Failure | undefined;
  /** The things that change, as `kind/id`. */
  readonly targets?: (known: ResolvedArgs<F>) => readonly string[];
  /** The change as a clause after "will": "put alert policy Disk 80 on DE1ACMEWEB01". */
  readonly title?: (known: ResolvedArgs<F>) => string;
  /** What follows from it that the asker may not expect, each a sentence. */
  readonly warnings?: (known: ResolvedArgs<F>, context: Context) => readonly Text[];
  /** What it opens to a network, or closes: judged by the policy, explained to whoever approves. */
  readonly networkChange?: (known: ResolvedArgs<F>, context: Context) => Exposure;
  /** The line that shows how things stand, for when the outcome of a change is not known. */
  readonly statusCommand?: (known: ResolvedArgs<F>, context: Context) => string;
  /** How the thing stands that an Undo would change back: what can be undone has one. */
  readonly snapshot?: SnapshotReader<Key, Context>;
}

/** Done when the service has answered. */
interface Immediate<F, Context, Result, Key> {
  readonly run: (known: ResolvedArgs<F>, context: Context) => Promise<Result>;
  readonly result: (known: ResolvedArgs<F>, result: Result, context: Context) => Answer;
  /**
   * The line that undoes it, out of what was known before and what came of it. Undefined where nothing has
   * changed, and where no line brings back exactly what was.
   */
  readonly inverse?: (known: ResolvedArgs<F>, result: Result, context: Context) => Inverse<Key> | undefined;
}

/** Accepted by the service, done later. */
interface Followed<F, Context, Key> {
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
  readonly account: string | undefined;
  /** Why it is asked for, and under which ticket: for whoever has to approve. */
  readonly why: string | undefined;
  readonly ticket: string | undefined;
  resolve(context: Context): Promise<Plan>;
}

/** A request with its names looked up: ready to be shown, and to be run. */
export interface Plan {
  /** The same request with every name pinned to the thing that it meant. */
  readonly raw: RawArgs;
  readonly title: string;
  readonly targets: readonly string[];
  readonly warnings: readonly Text[];
  readonly networkChange: Exposure | undefined;
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
  readonly snapshot: SnapshotReader<SnapshotKey, Context> | undefined;
  /** The only way to a `Plan`, and so to `run`. Words are normalized, wherever they were entered. */
  prepare(raw: RawArgs): Prepared<Context> | { readonly problems: readonly Problem[] };
  /** Looks again at something it started. Only for what answered with a `Watch`. */
  follow(watch: Watch, context: Context): Promise<Progress>;
}

/** What every operation takes besides its own fields: what is wrong with the words for each. */
export const always = {
  account: aliasProblem,
  why: (words: string) => {
    if (!/^.{3,500}$/s.test(words)) return `must be 3 to 500 characters, not ${grouped(words.length)}`;
    return isReason(words) ? undefined : 'must have at least one letter or digit';
  },
  ticket: (words: string) =>
    /^[\w#./:-]{1,60}$/.test(words) ? undefined : `“${words}” is not the id of a ticket`,
};

const alwaysNames = ['account', 'why', 'ticket'] as const;

/** Makes the function that declares operations, for one kind of context (what `run` may use). */
export function operationDefiner<Context, Role extends string = string>() {
  return function defineOperation<const F extends Fields<Context>, Result, Key extends SnapshotKey = never>(
    declared: Grammar<F, Context> &
      Described<F, Context, Role, Key> &
      (Immediate<F, Context, Result, NoInfer<Key>> | Followed<F, Context, NoInfer<Key>>),
  ): Operation<Context> {
    const {
      id,
      summary,
      example,
      roles,
      fields,
      risk,
      snapshot,
      needs = risk === 'reads' ? 'nothing' : 'confirmation',
      offline = false,
    } = declared;

    async function resolve(given: ParsedArgs<F>, raw: RawArgs, context: Context): Promise<Plan> {
      const found: Record<string, unknown> = {};
      const pinned: Record<string, string> = { ...raw };
      await Promise.all(
        Object.entries(fields).map(async ([name, { reference }]) => {
          found[name] = reference ? await reference.find(given[name], context) : given[name];
          if (reference) pinned[name] = reference.pin(found[name]);
        }),
      );
      const known = found as ResolvedArgs<F>;
      const refusal = declared.refuses?.(known, context);
      if (refusal) throw refusal;
      return {
        raw: pinned,
        title: declared.title?.(known) ?? summary.toLowerCase(),
        targets: declared.targets?.(known) ?? [],
        warnings: declared.warnings?.(known, context) ?? [],
        networkChange: declared.networkChange?.(known, context),
        statusCommand: declared.statusCommand?.(known, context),
        async run() {
          if ('start' in declared) return { watch: await declared.start(known, context) };
          const result = await declared.run(known, context);
          return {
            answer: declared.result(known, result, context),
            inverse: () => kept(declared.inverse?.(known, result, context)),
          };
        },
      };
    }

    /** An inverse command as it is kept: with the kind of the thing. */
    function kept(inverse: Inverse<Key> | undefined): InverseCommand | undefined {
      if (!inverse || !snapshot) return undefined;
      const { of, ...command } = inverse;
      return { ...command, subject: { ...of, kind: snapshot.kind } };
    }

    const self: Operation<Context> = {
      id,
      words: id.split('.'),
      summary,
      example,
      roles,
      risk,
      needs,
      offline,
      fields,
      snapshot,
      prepare(entered) {
        const raw = Object.fromEntries(
          Object.entries(entered).map(([name, words]) => [name, normalize(words)]),
        );
        const read = readAll(fields, raw);
        const problems = [...read.problems];
        const beside: { account?: string; why?: string; ticket?: string } = {};
        for (const name of alwaysNames) {
          const words = raw[name];
          if (!words) continue;
          beside[name] = words;
          const message = always[name](words);
          if (message !== undefined) problems.push({ field: name, message });
        }
        if (needs === 'approval' && !beside.why) {
          problems.push({
            field: 'why',
            message: 'is missing: whoever approves has to know why you want this',
          });
        }
        const given = Object.fromEntries(read.values) as ParsedArgs<F>;
        const misread = read.problems.some(({ field }) => field !== undefined && raw[field]);
        if (!misread) problems.push(...(declared.check?.(given) ?? []));
        if (problems.length > 0) return { problems };
        const { account, why, ticket } = beside;
        const line = writeCommand(self, { ...written(fields, given), ...beside });
        return {
          operation: self,
          line,
          account,
          why,
          ticket,
          resolve: (context) => resolve(given, raw, context),
        };
      },
      async follow(watch, context) {
        if (!('follow' in declared)) throw new Error(`${id} does not start anything to follow`);
        const progress = await declared.follow(watch, context);
        if (progress.phase !== 'done') return progress;
        const { phase, answer } = progress;
        const inverse = kept(progress.inverse);
        return { phase, answer, ...(inverse && { inverse }) };
      },
    };
    return self;
  };
}

function readAll(fields: Fields<never>, raw: RawArgs) {
  const values: [string, unknown][] = [];
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const words = raw[name] ?? '';
    if (words === '') {
      if (field.required) problems.push({ field: name, message: `is missing: ${field.hint}` });
      continue;
    }
    const reading = field.read(words);
    if ('problem' in reading) problems.push({ field: name, message: reading.problem });
    else values.push([name, reading.value]);
  }
  return { values, problems };
}

/** What was read, as words again. */
const written = (fields: Fields<never>, given: Readonly<Record<string, unknown>>): RawArgs =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, name in given ? field.write(given[name]) : '']),
  );

/**
 * The line that asks an operation for exactly this: what has a place on the line first, then the others by name, in the
 * order given. What is empty is left out.
 */
export function writeCommand<Context>(
  { words, fields }: Pick<Operation<Context>, 'words' | 'fields'>,
  raw: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(raw)
    .map(([name, text = '']) => ({ name, text, field: fields[name] }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => (a.field?.at ?? 99) - (b.field?.at ?? 99));
  const gap = Object.entries(fields)
    .filter(([name, { at }]) => at !== undefined && !raw[name])
    .reduce((first, [, { at = first }]) => Math.min(first, at), 99);
  const argument = ({ name, field, text }: (typeof given)[number]): string => {
    // Behind a place that was left out, words would land in that place.
    if (field?.at === undefined || field.at > gap) return join([{ key: name, text }]);
    const plain = text.split(' ').every((word) => join([{ text: word }]) === word);
    return field.rest && plain ? text : join([{ text }]);
  };
  return [join(words.map((text) => ({ text }))), ...given.map(argument)].join(' ');
}
