import { type Answer, type Button, bold, buttons, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
import { capitalize } from '../core/capitalize.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import type { Field, Input } from '../operation/field.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import type { StandardOption } from '../operation/standard-options.ts';
import type { Context } from '../operations/context/context.ts';

/** One field as a form asks for it. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  /** The allowed values; empty if they are obvious. */
  readonly hint: string;
  readonly example: string;
  readonly required: boolean;
  readonly input: Input;
  /** Upper bound for what is entered, in characters. */
  readonly maxLength?: number;
  /** If several of its choices can be chosen: how many, and which ones are at first. `value` is empty then. */
  readonly several?: { readonly max: number; readonly chosen: readonly string[] };
  /** Its initial value, in words. */
  readonly value: string;
  /** The rule that these words break. */
  readonly problem?: string;
  readonly note?: string;
  /** The text that its choices are filtered by; absent if all of them are shown. */
  readonly filter?: string;
  /** Its choices come from the cloud API: they change with the filter and the account. */
  readonly live?: boolean;
  /** Its value determines the choices of other fields. */
  readonly decides?: boolean;
}

/** A form to be drawn. Without fields it only shows its notes. */
export interface Form {
  readonly operation: string;
  readonly title: string;
  /** The label of its submit button; "Continue" by default, to a preview. */
  readonly submit?: string;
  readonly replyTo: ReplyTarget;
  /** It was opened by *Edit* on a preview, which its own preview replaces. */
  readonly edits?: boolean;
  readonly notes: Answer;
  readonly fields: readonly FormField[];
}

/** A typed command, for showing it in a form. */
export interface FormRequest {
  readonly operation: string;
  readonly raw: RawArgs;
  /** All problems of the command; a form marks those that `problemsToMark` keeps. */
  readonly problems: readonly Problem[];
  /** As it was typed, or as a button carries it. */
  readonly line: string;
  /** It was requested by *Edit* on a preview. */
  readonly edits?: boolean;
}

/** Whether a line that can't run opens its form. A read has only what is missing asked for: what is wrong with it is answered. */
export const opensForm = (operation: Operation<never>, problems: readonly Problem[]): boolean =>
  hasForm(operation) && (isChange(operation) || problemsToMark(problems).length === 0);

/** A button that opens the form of a line, prefilled with its values. */
export const openForm = (line: string, label = 'Open Form'): Button => ({
  label,
  action: { form: line },
});

/** A button of a preview that opens the form of its line. The preview of that form replaces it. */
export const editButton = (line: string): Button => ({ label: 'Edit', action: { edit: line } });

/** A change has a form, and a read that needs arguments has one that asks for these. Any other read needs its line alone. */
export const hasForm = (operation: Pick<Operation<never>, 'risk' | 'prepare'>): boolean =>
  isChange(operation) || 'problems' in operation.prepare({});

/** Whether what an operation does is previewed: a form of such an operation leads to the preview. */
export const isChange = ({ risk }: Pick<Operation<never>, 'risk'>): boolean => risk !== 'reads';

/** The problems to mark in a form that opens: what is wrong. What is only missing is what the form asks for. */
export const problemsToMark = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ missing }) => !missing);

/** The problems of the values entered so far; empty fields have none. */
export function problemsSoFar(operation: Operation<Context>, raw: RawArgs): readonly Problem[] {
  const prepared = operation.prepare(raw);
  if (!('problems' in prepared)) return [];
  return prepared.problems.filter(({ field }) => field !== undefined && raw[field]?.trim());
}

/** The name of the select that brings the fields for start and end. It is part of forms only, not of a command. */
export const scheduleSelect = 'schedule';

/** What the select can say. */
export const scheduleChoices = { starts: 'starts', ends: 'ends', both: 'both' } as const;

/**
 * What is wrong with a submitted form in which a start or an end was chosen and not entered: its field comes a moment after the
 * choice, so a quick person can submit the form without it.
 */
export function scheduleProblems(raw: RawArgs): readonly Problem[] {
  const chosen = raw[scheduleSelect];
  return (['starts', 'ends'] as const).flatMap((option): Problem[] => {
    const isChosen = chosen === option || chosen === scheduleChoices.both;
    if (!isChosen || raw[option]) return [];
    const what = option === 'starts' ? 'when it starts' : 'when it ends';
    return option in raw
      ? [{ field: option, message: `Enter ${what}` }]
      : [{ field: scheduleSelect, message: `Enter ${what}, in the field that appears below` }];
  });
}

/** The title of the form of a change: "Create alert policy". */
export const titleOf = ({ action, words }: Pick<Operation<never>, 'action' | 'words'>): string =>
  action ?? capitalize(words.join(' '));

/** A field whose choices need no call of the cloud API. */
export function plainField(
  name: string,
  field: Pick<
    Field<unknown, unknown, never>,
    'label' | 'hint' | 'example' | 'required' | 'input' | 'read' | 'write' | 'decides' | 'maxLength'
  >,
  raw: RawArgs,
  problems: readonly Problem[],
): FormField {
  const { label, hint, example, required, decides, maxLength, input = { kind: 'text' } } = field;
  const words = raw[name]?.trim() ?? '';
  const reading = input.kind === 'choice' && words !== '' ? field.read(words) : { problem: '' };
  const mine = problems.filter((problem) => problem.field === name).map(({ message }) => message);
  const value = 'value' in reading ? field.write(reading.value) : words;
  return {
    name,
    label,
    hint,
    example,
    required,
    input: 'value' in reading ? offering(value, input) : input,
    value,
    ...(decides && { decides }),
    ...(maxLength !== undefined && { maxLength }),
    ...(mine.length > 0 && { problem: mine.join('. ') }),
  };
}

/** A line can have a value that the form doesn't offer: it is added to the choices. */
const offering = (value: string, input: Input): Input =>
  input.kind === 'text' || input.options.some((option) => option.value === value)
    ? input
    : { ...input, options: [...input.options, { value, label: value }] };

/** A field whose words are text: those of a standard option, which the request checks. */
export const textField = (
  name: string,
  field: Pick<FormField, 'label' | 'hint' | 'example'> &
    Partial<Pick<FormField, 'required' | 'input' | 'decides'>>,
  raw: RawArgs,
  problems: readonly Problem[],
): FormField =>
  plainField(
    name,
    { required: false, read: (words) => ({ value: words }), write: String, ...field },
    raw,
    problems,
  );

/** The account that the whole request is about; by default that of Skydesk's login. */
export function accountField(raw: RawArgs, problems: readonly Problem[], decides: boolean): FormField {
  const more = decides ? '. Press Enter to load its choices' : '';
  const hint = `an account alias; the default is Skydesk’s own account${more}`;
  return {
    ...textField('account', { label: labels.account, hint, example: 'ACME' }, raw, problems),
    decides,
  };
}

/**
 * The fields for approvers, in every form of a change that may need approval, and in any other form that has words for one of
 * them.
 */
export const reasonFields = (
  { needs, risk }: Pick<Operation<never>, 'needs' | 'risk'>,
  raw: RawArgs,
  problems: readonly Problem[],
): readonly FormField[] => {
  const fields = [
    textField(
      'why',
      {
        label: labels.why,
        hint: needs === 'approval' ? 'for approvers' : 'required if this turns out to need approval',
        example: 'Nightly backup to VA1',
        required: needs === 'approval',
      },
      raw,
      problems,
    ),
    textField(
      'ticket',
      { label: labels.ticket, hint: 'required for high-risk changes', example: 'OPS-1234' },
      raw,
      problems,
    ),
  ];
  return needs === 'approval' || risk === 'opens' ? fields : fields.filter(({ value }) => value !== '');
};

/** How a form calls the standard options. */
export const labels: Readonly<Record<StandardOption, string>> = {
  account: 'Account',
  why: 'Reason',
  ticket: 'Ticket',
  starts: 'Starts',
  ends: 'Ends',
};

/** What is wrong with a request, where a form has words of its own for what a command calls `cpu=`: the label of the field. */
export const inFormWords = (message: string, { fields }: Pick<Operation<never>, 'fields'>): string =>
  message.replace(/(?<![\p{L}\d_“-])([a-z-]+)=(?=[\s,.?]|$)/gu, (word, name: string) =>
    Object.hasOwn(fields, name) ? (fields[name]?.label ?? word) : word,
  );

/** The text above the fields of a form: its purpose, and each problem that none of its fields shows. */
export function notesOf(
  operation: Operation<Context>,
  problems: readonly Problem[],
  shown: readonly Pick<FormField, 'name'>[],
): Answer {
  const { summary, needs } = operation;
  const next = {
    nothing: '',
    confirmation: ' You’ll see a preview before anything changes.',
    approval: ' You’ll see a preview before you request approval.',
  };
  const others = problems.filter(({ field }) => shown.every(({ name }) => name !== field));
  return [
    note(`${summary}.${next[needs]}`),
    ...others.map(({ field, message }) =>
      field === undefined ? failed(inFormWords(message, operation)) : failed(bold(field), ` ${message}`),
    ),
  ];
}

/** For a command that named a change where no form can be opened without a click. */
export const askForMore = (line: string): Answer => [
  note('Some details are missing. Open the form to enter them.'),
  buttons(openForm(line)),
];

/** For a button whose form could not be opened in time. */
export const tooLate = (line: string): Answer => [
  failed('Slack didn’t open the form in time. Open it again:'),
  buttons(openForm(line)),
];
