import type {
  ActionsBlock,
  ConfirmationDialog,
  Overflow,
  PlainTextOption,
  Button as SlackButton,
  StaticSelect,
} from '@slack/types';
import { type Button, type MenuGroup, type MenuOption, maxButtonValue } from '../../answer/answer.ts';
import { menuIds, writeAction, writeChoice } from './action-id.ts';
import { plainText } from './plain-text.ts';

const maxButtons = 5;
const maxOverflow = 5;
const maxOptions = 100;
/** Upper bound for the label that screen readers read. */
const maxSpoken = 75;
/** Upper bound for the text and the value of an option. */
const maxOption = 75;

/** Renders buttons, with a menu “⋯” of less frequent ones; undefined if there are none. Omits buttons that Slack would refuse. */
export function drawButtons(
  offered: readonly Button[],
  more: readonly Button[] = [],
): ActionsBlock | undefined {
  const rendered = offered.flatMap((button, at) => drawButton(button, at) ?? []);
  const ids = rendered.map(({ action_id }) => action_id);
  const buttons = rendered.filter(({ action_id }, at) => ids.indexOf(action_id) === at).slice(0, maxButtons);
  const overflow = drawOverflow(more);
  const elements = [...buttons, ...(overflow ? [overflow] : [])];
  return elements.length > 0 ? { type: 'actions', elements } : undefined;
}

/** Renders the accessory of a line: a single button, or a menu “⋯” that also contains `more`; undefined if there are none. */
export function drawAccessory(
  offered: readonly Button[],
  more: readonly Button[] = [],
): SlackButton | Overflow | undefined {
  const [only, ...others] = [...offered, ...more];
  const isAlone = only && others.length === 0 && more.length === 0;
  return isAlone ? drawButton(only, 0) : drawOverflow([...offered, ...more]);
}

/**
 * Renders a button; undefined if its value is empty or too long for Slack, since a truncated value would be a different action.
 */
function drawButton(button: Button, at: number): SlackButton | undefined {
  const { label, about, style, action } = button;
  const written = writeAction(action, at);
  const confirm = drawConfirm(button);
  if (written.value === '' || written.value.length > maxButtonValue) return undefined;
  return {
    type: 'button',
    text: plainText(label, 75),
    ...written,
    ...(style && { style }),
    ...(about && { accessibility_label: plainText(`${label}: ${about}`, maxSpoken).text }),
    ...(confirm && { confirm }),
  };
}

/** Renders the question that Slack asks before a button does anything; undefined if it has none. */
const drawConfirm = ({ label, style, confirm }: Button): ConfirmationDialog | undefined =>
  confirm && {
    title: plainText(confirm.title, 100),
    text: plainText(confirm.text, 300),
    confirm: plainText(label, 30),
    deny: plainText('Cancel', 30),
    ...(style && { style }),
  };

/** Renders a menu “⋯”. Slack asks one question for all of its options, so only an option that is alone keeps its own. */
function drawOverflow(offered: readonly Button[]): Overflow | undefined {
  const options = optionsOf(offered).slice(0, maxOverflow);
  const [only, ...others] = offered;
  const confirm = only && others.length === 0 ? drawConfirm(only) : undefined;
  return options.length > 0
    ? { type: 'overflow', action_id: menuIds.more, options, ...(confirm && { confirm }) }
    : undefined;
}

/** Renders a menu with grouped options, and the buttons after it. Without options, renders only the buttons, if any. */
export function drawMenu(
  label: string,
  groups: readonly MenuGroup[],
  offered: readonly Button[] = [],
): ActionsBlock | undefined {
  const buttons = drawButtons(offered);
  let room = maxOptions;
  const rendered = groups.flatMap((group) => {
    const options = optionsOf(group.options).slice(0, room);
    room -= options.length;
    return options.length > 0 ? [{ label: plainText(group.label, maxOption), options }] : [];
  });
  const [first, ...others] = rendered;
  if (!first) return buttons;
  const select: StaticSelect = {
    type: 'static_select',
    action_id: menuIds.choose,
    placeholder: plainText(label, 150),
    ...(others.length > 0 ? { option_groups: rendered } : { options: first.options }),
  };
  return { type: 'actions', elements: [select, ...(buttons?.elements ?? [])] };
}

/** Renders options, without those that Slack would refuse: duplicates, and values that are too long. */
function optionsOf(offered: readonly MenuOption[]): PlainTextOption[] {
  const rendered = offered.map(({ label, description, action }) => ({
    text: plainText(label, maxOption),
    value: writeChoice(action),
    ...(description && { description: plainText(description, maxOption) }),
  }));
  const values = rendered.map(({ value }) => value);
  return rendered.filter(({ value }, at) => value.length <= maxOption && values.indexOf(value) === at);
}
