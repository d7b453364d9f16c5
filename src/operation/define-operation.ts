import { withReferencesInWords } from '../core/step-reference.ts';
import type { Inverse, InverseCommand } from './inverse.ts';
import { changesNothing, type Leaves, resultingState } from './leaves.ts';
import type {
  CommandDefinition,
  Composed,
  Described,
  Fields,
  Immediate,
  Operation,
  ParsedArgs,
  RawArgs,
  ResolvedArgs,
  ResolvedCommand,
  Target,
  Tracked,
} from './operation.ts';
import { type Phrase, phraseOf } from './phrase.ts';
import { readFields } from './read-fields.ts';
import { resolveReferences } from './resolve-references.ts';
import type { SnapshotKey, SnapshotReader, SnapshotSubject } from './snapshot.ts';
import { referenceProblems, referencesOf } from './step-results.ts';
import { writeCommand, written } from './write-command.ts';

type Declaration<F extends Fields<Context>, Context, Role, Result, Key> = CommandDefinition<F, Context> &
  Described<F, Context, Role, Key> &
  (Immediate<F, Context, Result, NoInfer<Key>> | Tracked<F, Context, NoInfer<Key>> | Composed<F>);

/** Creates the function that declares operations, for one kind of context (the dependencies of `run`). */
export function operationDefiner<Context, Role extends string = string>() {
  return function defineOperation<const F extends Fields<Context>, Result, Key extends SnapshotKey = never>(
    declared: Declaration<F, Context, Role, Result, Key>,
  ): Operation<Context> {
    const { id, fields, eitherOrder, risk, snapshot } = declared;

    async function resolve(raw: RawArgs, context: Context, all?: RawArgs): Promise<ResolvedCommand> {
      const { values, byId } = await resolveReferences(fields, eitherOrder, raw, context, (args) =>
        writeCommand(self, { ...args, ...all }),
      );
      const args = values as ResolvedArgs<F>;
      const refusal = await declared.refuses?.(args, context);
      if (refusal) throw refusal;
      const { starts: _, ends: __, ...untimed } = byId;
      const pinned = { ...untimed, ...declared.pins?.(args, context) };
      return resolvedCommandOf(declared, args, pinned, await declared.leaves?.(args, context), context);
    }

    const self: Operation<Context> = {
      id,
      words: id.split('.'),
      summary: declared.summary,
      action: declared.action,
      button: declared.button,
      example: declared.example,
      roles: declared.roles,
      risk,
      needs: declared.needs ?? (risk === 'reads' ? 'nothing' : 'confirmation'),
      offline: declared.offline ?? false,
      isPrivate: declared.isPrivate ?? false,
      isForPeople: declared.forPeople ?? false,
      takesTurns: declared.takesTurns ?? false,
      endsNow: declared.endsNow ?? false,
      endsUsually: declared.endsUsually ?? false,
      fields,
      eitherOrder,
      snapshot,
      isReversible: declared.isReversible ?? snapshot !== undefined,
      results: declared.results ?? {},
      isPlan: 'plan' in declared,
      prepare(entered, earlier) {
        const { raw, values, options, timing, isMisread, ...read } = readFields(self, entered);
        const checked = isMisread ? [] : (declared.check?.(values as Partial<ParsedArgs<F>>) ?? []);
        const problems = [...read.problems, ...referenceProblems(self, raw, earlier), ...checked];
        if (problems.length > 0) return { problems };
        const { account, why, ticket } = options;
        const args = { ...written(fields, values), ...options };
        const canonical = Object.fromEntries(Object.entries(args).filter(([, text]) => text !== ''));
        return {
          operation: self,
          line: writeCommand(self, args),
          raw: canonical,
          account,
          reason: why,
          ticket,
          ...timing,
          plan: 'plan' in declared ? declared.plan(values as ParsedArgs<F>) : undefined,
          resolve: (context, all) => resolve(canonical, context, all),
        };
      },
      async track(jobRef, context) {
        if (!('track' in declared)) throw new Error(`${id} starts no background job`);
        const progress = await declared.track(jobRef, context);
        if (progress.phase !== 'done') return progress;
        const { inverse: command, ...done } = progress;
        const inverse = withKind(command, undefined, snapshot);
        return { ...done, ...(inverse && { inverse }) };
      },
    };
    return self;
  };
}

function resolvedCommandOf<F extends Fields<Context>, Context, Role, Result, Key extends SnapshotKey>(
  declared: Declaration<F, Context, Role, Result, Key>,
  args: ResolvedArgs<F>,
  raw: RawArgs,
  leaves: Leaves | undefined,
  context: Context,
): ResolvedCommand {
  const { subject, laterSubject = subject } = declared;
  const titled = (named: typeof subject, words: string | undefined): string => {
    const base = titleOf(declared, named?.(args, context));
    const title = words ? `${base} · ${words}` : base;
    return referencesOf(declared, raw).length > 0 ? withReferencesInWords(title) : title;
  };
  const phrase = declared.phrase?.(args, context);
  const changes = declared.changes?.(args);
  return {
    raw,
    title: titled(subject, leaves?.words?.change),
    ...((leaves?.words ?? declared.laterSubject) && {
      laterTitle: titled(laterSubject, leaves?.words?.result),
    }),
    ...(phrase && { phrase: referencesOf(declared, raw).length > 0 ? phraseWithReferences(phrase) : phrase }),
    titleSaysMore: declared.titleSaysMore?.(args),
    changes: subjectOf(changes, declared.snapshot),
    ...(leaves && {
      keys: Object.keys(leaves.keys),
      leaves: resultingState(leaves),
      isRestorable: leaves.isRestorable,
    }),
    already: leaves && changesNothing(leaves) ? leaves.already : undefined,
    finds: async () => declared.finds?.(args, context),
    action: declared.action,
    targets: declared.targets?.(args) ?? [],
    target: targetOf(declared, args),
    warnings: declared.warnings?.(args, context) ?? [],
    networkChange: declared.networkChange?.(args, context),
    ...(declared.evaluatedAs && { evaluatedAs: declared.evaluatedAs(args, context) }),
    isConfirmedInDialog: declared.confirmedInDialog?.(args, context),
    statusCommand: declared.statusCommand?.(args, context),
    async run(widened) {
      if ('start' in declared) return { jobRef: await declared.start(args, context) };
      if ('plan' in declared) throw new Error(`${declared.id} stands for other commands`);
      const result = await declared.run(args, context, widened);
      return {
        answer: declared.result(args, result, context),
        ...(declared.gives && { results: declared.gives(args, result) }),
        ...(declared.keyEffect && { keyEffect: declared.keyEffect(args, result) }),
        inverse: () => withKind(declared.inverse?.(args, result, context), changes, declared.snapshot),
      };
    },
  };
}

const phraseWithReferences = ({ thing, rest = '', verb }: Phrase): Phrase =>
  phraseOf(verb, withReferencesInWords(thing), withReferencesInWords(rest));

function titleOf(
  { action, summary }: Pick<CommandDefinition<never, never>, 'action' | 'summary'>,
  subject: string | undefined,
): string {
  if (action === undefined) return summary;
  return subject === undefined ? action : `${action} ${subject}`;
}

function targetOf<F extends Fields<Context>, Context, Role, Key>(
  { fields, target }: Pick<CommandDefinition<F, Context>, 'fields'> & Described<F, Context, Role, Key>,
  args: ResolvedArgs<F>,
): Target | undefined {
  const all: readonly Fields<Context>[string][] = Object.values(fields);
  const noun = all.find(({ many }) => many)?.many?.noun;
  return target && noun !== undefined ? { noun, name: target(args) } : undefined;
}

/** Returns the resource in its stored form, with the kind that identifies the reader of its state. */
const subjectOf = (
  key: SnapshotKey | undefined,
  snapshot: SnapshotReader<never, never> | undefined,
): SnapshotSubject | undefined => key && snapshot && { ...key, kind: snapshot.kind };

/** Returns an inverse command in its stored form. `changes`: the key of the resource, if it was known before the change. */
function withKind<Key extends SnapshotKey>(
  inverse: Inverse<Key> | undefined,
  changes: Key | undefined,
  snapshot: SnapshotReader<never, never> | undefined,
): InverseCommand | undefined {
  if (!inverse) return undefined;
  const { of = changes, ...command } = inverse;
  const subject = subjectOf(of, snapshot);
  return subject && { ...command, subject };
}
