import {
  type Answer,
  bold,
  buttons,
  code,
  commandButton,
  context,
  failed,
  heading,
  type Inline,
  line,
  note,
  type Part,
} from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
import type { Operation } from '../operation/operation.ts';
import { type FoundOperation, find, usage } from '../operation/registry.ts';
import { reasonLength, whyNotTaken } from '../operation/standard-options.ts';
import type { Word } from '../operation/words.ts';
import { operations } from '../operations/index.ts';
import { timeHint } from '../time/time-words.ts';
import { actButton } from './act-button.ts';
import { hasForm, isChange, openForm } from './form.ts';
import { commandsNamedBy, helpOverview } from './help-overview.ts';

type AnyOperation = (typeof operations)[number];

const maxLength = 300;
const clip = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/**
 * Lists commands without a table: these answers are part of an acknowledgement, which can't be sent again if Slack rejects a
 * block.
 */
const commands = (listed: readonly AnyOperation[]): Part[] =>
  listed.map((operation) => note(line(usage(operation)), `  ${operation.summary}`));

/**
 * Renders `/cloud help`, `/cloud help alert` and `/cloud help alert create` from the declarations. `better` is the suggested line
 * for one that names no command.
 */
export function help(words: readonly Word[], better?: string): Answer {
  if (words.length === 0) return helpOverview();
  const found = find(operations, words);
  return 'operation' in found ? operationHelp(found.operation) : unknownCommand(found, words, better);
}

function operationHelp(operation: AnyOperation): Answer {
  const fields = Object.entries(operation.fields);
  const needs = {
    nothing: '',
    confirmation: ' · you confirm before it runs',
    approval: ' · needs approval',
  };
  const words = operation.words.join(' ');
  return [
    heading(operation.summary),
    note(line(usage(operation))),
    ...fields.map(([field, { label, hint, required, whenEmpty }]) =>
      note(bold(field), `  ${label}: ${hint}${required ? '' : ` (${orWithout(whenEmpty)})`}`),
    ),
    ...(operation.needs === 'approval'
      ? [
          note(bold('why'), `  Reason: for approvers, ${reasonLength.min} to ${reasonLength.max} characters`),
          note(bold('ticket'), '  Ticket: required for high-risk changes'),
        ]
      : []),
    ...(isChange(operation) ? [note(bold('starts'), `  Start: ${timeHint} (${orWithout('at once')})`)] : []),
    ...(isChange(operation) && whyNotTaken('ends', operation) === undefined
      ? [note(bold('ends'), `  End, when it’s undone: the same forms (${orWithout('no end')})`)]
      : []),
    context(
      'Example: ',
      line(operation.example),
      ...(operation.offline
        ? []
        : [' · ', code('account=ALIAS'), ` targets another account${needs[operation.needs]}`]),
    ),
    buttons(hasForm(operation) && openForm(words)),
  ];
}

/** Returns "optional", and what holds without a value if that is known. */
const orWithout = (whenEmpty: string | undefined): string =>
  ['optional', whenEmpty && `without it: ${whenEmpty}`].filter(Boolean).join('; ');

const listedBy = (command: string): readonly Inline[] => [line(command), ' lists what has it.'];

/** Actions that are buttons, and where to find them. */
const buttonsListed: ReadonlyMap<string, readonly Inline[]> = new Map([
  ['approve', listedBy('approvals')],
  ['reject', listedBy('approvals')],
  ['withdraw', listedBy('approvals')],
  ['cancel', listedBy('scheduled')],
  ['undo', ['The Home tab lists what can be undone.']],
]);

type NotFound = Exclude<FoundOperation<never>, { operation: Operation<never> }>;

/** Renders the answer to unknown words: the unknown word, the suggestion, and the commands that exist. */
function unknownCommand(
  { group, unknown }: NotFound,
  words: readonly Word[],
  better: string | undefined,
): Answer {
  if (unknown === undefined) return [heading(`Commands: ${group.join(' ')}`), ...commandsIn(group)];
  const choice = words.length === 1 && group.length === 0 ? commandsNamedBy(unknown) : undefined;
  if (choice) return choice;
  const about = better === undefined && group.length === 0 ? groupNamedIn(words) : undefined;
  const shown = about ? [about] : group;
  const listing = group.length === 0 ? buttonsListed.get(unknown.toLowerCase()) : undefined;
  return [
    failed(`Unknown command “${clip([...group, unknown].join(' '))}”.`),
    ...meaning(better),
    ...(listing === undefined ? [] : [note('It’s a button. ', ...listing)]),
    ...(about ? [note(`Commands: ${about}`)] : []),
    ...(shown.length > 0 && better === undefined ? commandsIn(shown) : []),
    buttons(better !== undefined && actButton(better), commandButton('Help', ['help', ...shown].join(' '))),
  ];
}

const commandsIn = (group: readonly string[]): Part[] =>
  commands(operations.filter(({ words }) => group.every((name, at) => words[at] === name)));

/** Returns the first group of commands that a sentence mentions, such as "servers" in "show me the servers". */
function groupNamedIn(words: readonly Word[]): string | undefined {
  const groups = new Set(operations.flatMap(({ words: names }) => names[0] ?? []));
  const said = words.map(({ text }) => text.toLowerCase().replace(/[^\p{L}-]/gu, ''));
  return said.flatMap((word) => [word, word.replace(/s$/, '')]).find((word) => groups.has(word));
}

const meaning = (better: string | undefined): Part[] =>
  better === undefined ? [] : [note('Did you mean ', line(better), '?')];

/** Renders the answer to a line with an unclosed quote, which extends to the end of the line. */
export const openQuote = (unclosed: string, better: string | undefined): Answer => [
  failed(`The quote before “${clip(unclosed)}” isn’t closed.`),
  ...meaning(better),
  buttons(better !== undefined && actButton(better), commandButton('Help', 'help')),
];

/**
 * Renders the mistakes of a line: each at its argument, with the rule that it breaks. `line` adds a button that opens its form,
 * `better` a button that runs the suggested line.
 */
export function mistaken(
  operation: AnyOperation,
  problems: readonly Problem[],
  line?: string,
  better?: string,
): Answer {
  const name = operation.words.join(' ');
  return [
    failed('Check this command:'),
    ...problems.map(({ field, message }) =>
      field === undefined ? note(clip(message)) : note(bold(field), ` ${clip(message)}`),
    ),
    ...meaning(better),
    note('Usage: ', { line: usage(operation) }),
    buttons(
      better !== undefined && actButton(better),
      line !== undefined && openForm(line),
      commandButton('Help', `help ${name}`),
    ),
  ];
}
