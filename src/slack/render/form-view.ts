import type {
  InputBlock,
  InputBlockElement,
  KnownBlock,
  ModalView,
  PlainTextElement,
  PlainTextOption,
} from '@slack/types';
import type { Choice } from '../../answer/choices.ts';
import { changedInNewVersion } from '../../answer/new-version.ts';
import type { Form, FormField } from '../../command-line/form.ts';
import { capitalize } from '../../core/capitalize.ts';
import { sha256 } from '../../core/sha256.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import { drawPlainly } from './draw.ts';
import { plainText } from './plain-text.ts';
import { section, sign } from './rich-text.ts';

/** `callback_id` of all forms. */
export const formView = 'form';

/** `action_id` of elements whose value determines the options of other fields. */
export const filterAction = 'look';

/** Slack's limits: title, option label, options of a select, initial value of a text input. */
const maxTitle = 24;
const maxLabel = 75;
const maxOptions = 100;
const maxTyped = 3000;

/** Option for "no value": an optional select cannot be cleared in Slack. */
export const notSet: Choice = { value: '-', label: 'None' };

const tooLong = 'Your value was too long for this form and was removed.';

/** Renders a text of a modal, within the limit for its title and its buttons. */
export const modalTitle = (text: string): PlainTextElement => plainText(text, maxTitle);

/** Renders a sentence of a modal, with small print below it. */
export const modalNote = (text: string, smallPrint?: string): KnownBlock[] => [
  { type: 'section', text: plainText(text, 200) },
  ...(smallPrint ? [{ type: 'context' as const, elements: [plainText(smallPrint, 200)] }] : []),
];

/** Returns the target for the answer to a modal, for its `private_metadata`. */
export const replyMetadata = ({ channel, thread, responseUrl }: ReplyTarget) => ({
  channel,
  ...(thread && { thread }),
  ...(responseUrl && responseUrl.length < 1000 && { responseUrl }),
});

/** Returns the view that is shown until the worker has filled the form. */
export const placeholder = (title: string): ModalView => ({
  type: 'modal',
  callback_id: formView,
  title: modalTitle(title),
  close: modalTitle('Cancel'),
  blocks: modalNote('Loading…', 'Still loading after 10 seconds? Close this and try again.'),
});

/** Returns the view in place of a form that this version doesn't know. */
export const outdatedForm = (): ModalView => ({
  type: 'modal',
  callback_id: formView,
  title: modalTitle('Skydesk'),
  close: modalTitle('Close'),
  blocks: modalNote(changedInNewVersion('form', 'Open it again.')),
});

/** Renders a form as a modal, within all of Slack's limits. `command` is the name of the slash command. */
export function drawForm(
  { operation, title, submit = 'Preview', replyTo, edits, notes, fields }: Form,
  command: string,
): ModalView {
  const first = fields.find(({ problem }) => problem !== undefined) ?? missingOf(fields);
  return {
    type: 'modal',
    callback_id: formView,
    title: modalTitle(title),
    close: modalTitle(fields.length > 0 ? 'Cancel' : 'Close'),
    ...(fields.length > 0 && { submit: modalTitle(submit) }),
    private_metadata: JSON.stringify({
      operation,
      ...replyMetadata(replyTo),
      ...(edits && { edits: 'preview' }),
    }),
    blocks: [
      ...drawPlainly(notes, command).blocks,
      ...fields.flatMap((field) => drawField(field, command, field === first)),
    ],
  };
}

/** The first missing value of a form that has some: an empty one begins at its top. */
const missingOf = (fields: readonly FormField[]): FormField | undefined =>
  fields.some(({ required, value }) => required && value !== '')
    ? fields.find(({ required, value, several }) => required && value === '' && !several)
    : undefined;

function drawField(field: FormField, command: string, takesFocus: boolean): KnownBlock[] {
  const { name, label, problem, filter, value } = field;
  const note = value.length > maxTyped ? tooLong : field.note;
  return [
    ...(problem === undefined
      ? []
      : [
          {
            type: 'rich_text' as const,
            elements: [section([{ bold: `${label} ` }, problem], command, sign('failed'))],
          },
        ]),
    ...(filter === undefined ? [] : [filterBlock(name, label, filter)]),
    ...(note === undefined ? [] : [{ type: 'context' as const, elements: [plainText(note, 300)] }]),
    inputBlock(field, takesFocus),
  ];
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const onEnter = { trigger_actions_on: ['on_enter_pressed' as const] };

const filterBlock = (name: string, label: string, filter: string): InputBlock => ({
  type: 'input',
  block_id: `filter:${name}`,
  optional: true,
  dispatch_action: true,
  label: plainText(`Find ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${lowerFirst(label)}`, 200),
  element: {
    type: 'plain_text_input',
    action_id: filterAction,
    dispatch_action_config: onEnter,
    placeholder: plainText('Part of the name, then Enter', 150),
    ...(filter && { initial_value: filter.slice(0, maxTyped) }),
  },
});

/** Renders an input. With `takesFocus`, Slack scrolls to it: the first mistake, or what is missing, may be far down. */
function inputBlock(field: FormField, takesFocus: boolean): InputBlock {
  const { name, label, required, decides } = field;
  const hint = hintOf(field);
  const options = optionsOf(field);
  const isList = options.length > 0;
  const element = isList ? select(field, options) : textInput(field);
  return {
    type: 'input',
    block_id: `field:${name}${isList ? `:${fingerprint(options)}` : ''}`,
    optional: !required,
    label: plainText(label, 200),
    // A choice from a list can't be malformed, so it needs no hint.
    ...(hint && element.type !== 'static_select' && { hint: plainText(hint, 500) }),
    ...(decides && element.type !== 'multi_static_select' && { dispatch_action: true }),
    element: { ...element, ...(takesFocus && { focus_on_load: true }) },
  };
}

/** Returns the allowed values of a field, and what holds without one: "CIDR ranges. Empty: anyone on the internet". */
const hintOf = ({ hint, whenEmpty }: FormField): string =>
  [capitalize(hint), whenEmpty && `Empty: ${whenEmpty}`].filter(Boolean).join('. ');

function select(
  { value, several, decides, whenEmpty = 'choose' }: FormField,
  options: PlainTextOption[],
): InputBlockElement {
  const common = { placeholder: plainText(capitalize(whenEmpty), 150), options };
  if (several) {
    const { max, chosen } = several;
    const initial = options.filter((option) => chosen.includes(option.value ?? ''));
    return {
      ...common,
      type: 'multi_static_select',
      action_id: 'value',
      max_selected_items: max,
      ...(initial.length > 0 && { initial_options: initial.slice(0, max) }),
    };
  }
  const initial = options.find((option) => option.value === value);
  return {
    ...common,
    type: 'static_select',
    action_id: decides ? filterAction : 'value',
    ...(initial && { initial_option: initial }),
  };
}

function textInput({ value, example, decides, input, maxLength }: FormField): InputBlockElement {
  // A value that is too long is dropped: a truncated one would be a different value.
  const typed = value.length > maxTyped ? '' : value.toWellFormed();
  return {
    type: 'plain_text_input',
    action_id: decides ? filterAction : 'value',
    placeholder: plainText(example.replaceAll('"', '').trim() || 'Type here', 150),
    ...(decides && { dispatch_action_config: onEnter }),
    ...(input.kind === 'text' && input.lines === 'several' && { multiline: true }),
    // Slack refuses an initial value longer than `max_length`.
    ...(maxLength !== undefined && typed.length <= maxLength && { max_length: maxLength }),
    ...(typed && { initial_value: typed }),
  };
}

function optionsOf({ input, required, several, whenEmpty }: FormField): PlainTextOption[] {
  if (input.kind !== 'choice') return [];
  const fitting = input.options.filter(({ value }) => value !== '' && value.length <= maxLabel);
  const none = { ...notSet, ...(whenEmpty !== undefined && { label: capitalize(whenEmpty) }) };
  const offered = required || several || fitting.length === 0 ? fitting : [none, ...fitting];
  return offered.slice(0, maxOptions).map(({ value, label, description }) => ({
    text: plainText(label.trim() || value, maxLabel),
    value,
    ...(description && { description: plainText(description, maxLabel) }),
  }));
}

/** Returns a part of the block id that depends on the options: Slack retains the selected value while the id is unchanged. */
const fingerprint = (options: readonly PlainTextOption[]): string =>
  sha256(options.map(({ value, text }) => [value, text.text])).slice(0, 8);
