import type { Answer, Button, MenuOption, Part } from '../answer/answer.ts';
import { accessibleText } from '../slack/render/plain-text.ts';
import { incompleteCallOf, type ToolLink, toolCallOf } from './tool-link.ts';
import { isVisible, toPlainText } from './visible.ts';

/** Maximum number of tool calls in an answer: a model needs to see how to go on, not a link for every row. */
const maxLinks = 12;

/** Upper bound for the calls of one tool among them. */
const maxOfTool = 5;

/**
 * Returns the tool calls that an answer offers: the commands of its buttons and menus, and those of the forms that they open.
 * Excludes decisions and actions that are for people only.
 */
export function linksIn(answer: Answer, command: string): readonly ToolLink[] {
  const links = answer.flatMap((part) =>
    offeredIn(part, command).flatMap(({ label, action }): ToolLink[] => {
      const call = callOf(action);
      return call && isVisible(JSON.stringify(call)) ? [{ label: toPlainText(label, command), ...call }] : [];
    }),
  );
  const texts = links.map(textOf);
  const amounts = new Map<string, number>();
  return links
    .filter((link, at) => texts.indexOf(textOf(link)) === at)
    .filter(({ tool }) => {
      amounts.set(tool, (amounts.get(tool) ?? 0) + 1);
      return (amounts.get(tool) ?? 0) <= maxOfTool;
    })
    .slice(0, maxLinks);
}

function callOf(action: Offered['action']): ReturnType<typeof toolCallOf> {
  if ('line' in action) return toolCallOf(action.line);
  return 'form' in action ? incompleteCallOf(action.form) : undefined;
}

const textOf = ({ tool, arguments: args }: ToolLink): string => `${tool} ${JSON.stringify(args)}`;

type Offered = Pick<MenuOption, 'label' | 'action'>;

function offeredIn(part: Part, command: string): readonly Offered[] {
  switch (part.kind) {
    case 'buttons':
      return [...part.buttons, ...(part.more ?? [])];
    case 'item': {
      const about = accessibleText(part.text, command).slice(0, 80);
      return [...part.buttons, ...(part.more ?? [])].map((button: Button) => ({
        ...button,
        label: `${button.label}: ${about}`,
      }));
    }
    case 'menu':
      return [...part.groups.flatMap(({ options }) => options), ...(part.buttons ?? [])];
    default:
      return [];
  }
}
