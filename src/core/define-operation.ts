import { swapped } from './either-order.ts';
import { normalize } from './normalize.ts';
import type {
  Described,
  Fields,
  Followed,
  Grammar,
  Immediate,
  Operation,
  ParsedArgs,
  Plan,
  RawArgs,
  ResolvedArgs,
} from './operation.ts';
import type { SnapshotKey } from './snapshot.ts';
import { always, alwaysNames } from './standard-options.ts';
import type { Inverse, InverseCommand } from './undo.ts';
import { type Problem, UserError } from './user-error.ts';
import { writeCommand, written } from './write-command.ts';

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
      eitherOrder,
      risk,
      snapshot,
      needs = risk === 'reads' ? 'nothing' : 'confirmation',
      offline = false,
    } = declared;

    /** Looks up the names, and pins them to the things that they mean. */
    async function lookUp(raw: RawArgs, context: Context) {
      const given = givenIn(readAll(fields, raw));
      const known: Record<string, unknown> = {};
      const pinned: Record<string, string> = { ...raw };
      await Promise.all(
        Object.entries(fields).map(async ([name, { reference }]) => {
          known[name] = reference ? await reference.find(given[name], context) : given[name];
          if (reference) pinned[name] = reference.pin(known[name]);
        }),
      );
      return { known: known as ResolvedArgs<F>, pinned };
    }

    /** Looks up the names in the order in which they were typed, else in the other one, if the operation allows it. */
    async function lookUpInOrder(raw: RawArgs, context: Context) {
      try {
        return await lookUp(raw, context);
      } catch (error) {
        const other = eitherOrder && error instanceof UserError && swapped(eitherOrder, fields, raw);
        if (!other) throw error;
        return lookUp(other, context).catch(() => Promise.reject(error));
      }
    }

    const givenIn = ({ values }: ReturnType<typeof readAll>) => Object.fromEntries(values) as ParsedArgs<F>;

    async function resolve(raw: RawArgs, context: Context): Promise<Plan> {
      const { known, pinned } = await lookUpInOrder(raw, context);
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
      eitherOrder,
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
        const given = givenIn(read);
        const misread = read.problems.some(({ field }) => field !== undefined && raw[field]);
        if (!misread) problems.push(...(declared.check?.(given) ?? []));
        if (problems.length > 0) return { problems };
        const { account, why, ticket } = beside;
        const args = { ...written(fields, given), ...beside };
        return {
          operation: self,
          line: writeCommand(self, args),
          raw: Object.fromEntries(Object.entries(args).filter(([, text]) => text !== '')),
          account,
          why,
          ticket,
          resolve: (context) => resolve(raw, context),
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
