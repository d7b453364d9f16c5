import {
  type Answer,
  bold,
  code,
  context,
  heading,
  type Inline,
  line,
  type MenuOption,
  menu,
  note,
} from '../answer/answer.ts';
import { commandsWithPart } from '../operation/command-words.ts';
import { intents, operations } from '../operations/index.ts';
import { hasForm } from './form.ts';

type AnyOperation = (typeof operations)[number];

/** Number of commands that each intent shows. */
const maxShown = 4;

/** Renders `/cloud help`: what people come for, a line each, and a menu of all commands. */
export function helpOverview(): Answer {
  const all = Object.entries(intents);
  return [
    heading('What do you want to do?'),
    ...all.map(([label, group]) => note(bold(label), '  ', ...names(group))),
    menu('Choose a command…', ...all.map(([label, group]) => ({ label, options: group.map(choice) }))),
    context(
      'Type ',
      line('alert list'),
      ', or say it: ',
      line('open ssh on web01 for 2h because …'),
      ' · mention Skydesk in a thread · every change shows a preview first · ',
      code('starts=22:00'),
      ' starts it later, ',
      code('ends=2h'),
      ' ends it',
    ),
  ];
}

/** Lists the commands that a partial word such as `list` may mean. Undefined for other words. */
export function commandsNamedBy(word: string): Answer | undefined {
  const last = commandsWithPart(word.toLowerCase());
  const found = last.flatMap((name) => operations.filter(({ words }) => words.at(-1) === name));
  return found.length === 0
    ? undefined
    : [note(`Which ${word}?`), menu('Choose a command…', { label: 'Commands', options: found.map(choice) })];
}

/** The first commands of an intent, and how many more there are. */
function names(group: readonly AnyOperation[]): Inline[] {
  const shown = group.slice(0, maxShown).flatMap(({ words }) => [' · ', code(words.join(' '))]);
  const more = group.length - maxShown;
  return [...shown.slice(1), ...(more > 0 ? [` · ${more} more`] : [])];
}

/** Returns the menu option of an operation: it opens the form if there is one, and runs the command otherwise. */
function choice(operation: AnyOperation): MenuOption {
  const words = operation.words.join(' ');
  return {
    label: words,
    description: operation.summary,
    action: hasForm(operation) ? { form: words } : { line: words },
  };
}
