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
import { operations } from '../operations/index.ts';
import { hasForm } from './form.ts';

type AnyOperation = (typeof operations)[number];

/** Upper bounds for the examples of a group, and for the length of an example that shares a line. */
const maxExamples = 3;
const maxExample = 32;

/** Renders `/cloud help`: a line for each group of commands, and a menu of all of them. */
export function helpOverview(): Answer {
  const groups = Map.groupBy(operations, ({ words: [first = ''] }) => first);
  const single = [...groups.values()].filter((group) => group.length === 1).flat();
  const several = [...groups].filter(([, group]) => group.length > 1);
  return [
    heading('Skydesk commands'),
    ...several.map(([name, group]) => note(bold(name), '  ', ...examples(group.slice(0, maxExamples)))),
    note(bold('more'), '  ', ...examples(single)),
    menu('Choose a command…', ...several.map(([label, group]) => ({ label, options: group.map(choice) })), {
      label: 'more',
      options: single.map(choice),
    }),
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

const examples = (listed: readonly AnyOperation[]): Inline[] =>
  listed.flatMap(({ example, words }, at): Inline[] => [
    ...(at === 0 ? [] : [' · ']),
    code(example.length <= maxExample ? example : words.join(' ')),
  ]);

/** Returns the menu option of an operation: it opens the form if there is one, and runs the command otherwise. */
function choice(operation: AnyOperation): MenuOption {
  const words = operation.words.join(' ');
  return {
    label: words,
    description: operation.summary,
    action: hasForm(operation) ? { form: words } : { line: words },
  };
}
