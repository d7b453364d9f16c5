import { type Answer, bold, failed, heading, line, note, type Part, step, steps } from '../../core/answer.ts';
import type { Operation } from '../../core/operation.ts';
import { type Found, find, usage } from '../../core/registry.ts';
import type { Problem } from '../../core/user-error.ts';
import type { Word } from '../../core/words.ts';
import { operations } from '../../operations/index.ts';
import { commandWords } from '../../operations/shared/command-link.ts';
import { openForm } from './form.ts';

type AnyOperation = (typeof operations)[number];

const longest = 300;
const clip = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Lines, not a table: these answers stand in an acknowledgement, which cannot be sent again if Slack refuses a block. */
const commands = (listed: readonly AnyOperation[]): Part[] =>
  listed.map((operation) => note(line(usage(operation)), `  ${operation.summary}`));

/** `/cloud help`, `/cloud help alert`, `/cloud help alert create`: all of it from the declarations. */
export function help(words: readonly Word[]): Answer {
  if (words.length === 0) {
    return [
      heading('What you can type'),
      ...commands(operations),
      note('A word in <angle brackets> is needed, one in [square brackets] may be left out.'),
      note('A change that is typed without its arguments opens a form.'),
      note('More about one of them: ', line(`help ${commandWords('alert.create')}`)),
    ];
  }
  const found = find(operations, words);
  return 'operation' in found ? one(found.operation) : lost(found);
}

function one(operation: AnyOperation): Answer {
  const fields = Object.entries(operation.fields);
  const before = {
    nothing: '',
    confirmation: 'You confirm before it runs.',
    approval: 'It needs an approval.',
  };
  return [
    heading(operation.summary),
    note('Type ', line(usage(operation))),
    note('For example: ', line(operation.example)),
    ...fields.map(([field, { label, hint, required }]) =>
      note(bold(field), `  ${label}: ${hint}${required ? '' : ' (may be left out)'}`),
    ),
    ...(operation.needs === 'approval'
      ? [note(bold('why'), '  for whoever approves: 3 to 500 characters')]
      : []),
    ...(operation.offline
      ? []
      : [note(`account=ALIAS asks for another account. ${before[operation.needs]}`.trim())]),
  ];
}

/** For words that name no operation: what was not understood, what was probably meant, what there is. */
export function lost({
  group,
  unknown,
  meant,
}: Exclude<Found<never>, { operation: Operation<never> }>): Answer {
  const inside = operations.filter(({ words }) => group.every((name, at) => words[at] === name));
  const suggestion = [...group, meant].join(' ');
  return [
    ...(unknown === undefined
      ? [heading(`What ${group.join(' ')} can do`)]
      : [failed(`There is no command “${clip([...group, unknown].join(' '))}”. Nothing was changed.`)]),
    ...(meant ? [note('Did you mean ', line(suggestion), '?')] : []),
    ...(group.length > 0 ? commands(inside) : []),
    ...(meant ? [steps(step(suggestion, suggestion), step('Help', 'help'))] : []),
    ...(group.length === 0 && !meant ? [note('All commands: ', line('help'))] : []),
  ];
}

/** A line with mistakes: each at its argument, with the rule that it broke. With `line` a button opens its form. */
export function mistaken(operation: AnyOperation, problems: readonly Problem[], line?: string): Answer {
  const name = operation.words.join(' ');
  return [
    failed(`“${name}” cannot run like this. Nothing was changed.`),
    ...problems.map(({ field, message }) =>
      field === undefined ? note(clip(message)) : note(bold(field), ` ${clip(message)}`),
    ),
    note('Type ', { line: usage(operation) }),
    steps(line !== undefined && openForm(line), step('Help', `help ${name}`)),
  ];
}
