import { accountField, type FormField, reasonFields } from '../../src/command-line/form.ts';
import type { Operation } from '../../src/operation/operation.ts';
import type { Context } from '../../src/operations/context/context.ts';
import { operations } from '../../src/operations/index.ts';
import type { CommandList, ListedArgument, ListedOperation } from './command-list-types.ts';

export const commandListFor = (command: string): CommandList => ({
  command,
  operations: operations.map(entry),
});

function entry(operation: Operation<Context>): ListedOperation {
  const { words, summary, fields } = operation;
  const own = Object.entries(fields)
    .sort(([, a], [, b]) => (a.at ?? 99) - (b.at ?? 99))
    .map(
      ([name, { label, hint, example, required, at, rest, input }]): ListedArgument => ({
        ...{ name, label, hint, example, required },
        positional: at !== undefined,
        rest: rest ?? false,
        ...(input?.kind === 'choice' && { choices: input.options }),
      }),
    );
  const beside = [...reasonFields(operation, {}, []), accountField({}, [], false)];
  return {
    ...{ words, summary },
    arguments: [...own, ...beside.map(named)],
  };
}

const named = ({ name, label, hint, example, required }: FormField): ListedArgument => ({
  ...{ name, label, hint, example, required },
  positional: false,
  rest: false,
});
