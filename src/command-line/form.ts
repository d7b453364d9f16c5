import { type Answer, type Button, bold, buttons, failed, note } from '../answer/answer.ts';
import type { Problem } from '../answer/user-error.ts';
import { capitalize } from '../core/capitalize.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import type { Field, Input } from '../operation/field.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import type { StandardOption } from '../operation/standard-options.ts';
import type { Context } from '../operations/context/context.ts';

export interface FormField {
  readonly name: string;
  readonly label: string;
  /** The allowed values; empty if they are obvious. */
  readonly hint: string;
  readonly example: string;
  readonly required: boolean;
  /** What holds if it is left empty, as a phrase. */
  readonly whenEmpty?: string;
  readonly input: Input;
  /** Upper bound for the entered text, in characters. */
  readonly maxLength?: number;
  /** For a field with several choices: the upper bound, and the initial choices. `value` is empty then. */
  readonly several?: { readonly max: number; readonly chosen: readonly string[] };
  /** Its initial value, as words. */
  readonly value: string;
  /** The rule that its value breaks. */
  readonly problem?: string;
  readonly note?: string;
  /** The text that filters its choices; absent if all of them are shown. */
  readonly filter?: string;
  /** Its choices come from the cloud API, so they change with the filter and the account. */
  readonly live?: boolean;
  /** Its value determines the choices of other fields. */
  readonly decides?: boolean;
}

/** A form to render. Without fields it only shows its notes. */
export interface Form {
  readonly operation: string;
  readonly title: string;
  /** The label of its submit button; "Preview" by default. */
  readonly submit?: string;
  readonly replyTo: ReplyTarget;
  /** True if *Edit* on a preview opened it: its own preview replaces that one. */
  readonly edits?: boolean;
  readonly notes: Answer;
  readonly fields: readonly FormField[];
}

/** A typed command to show in a form. */
export interface FormRequest {
  readonly operation: string;
  readonly raw: RawArgs;
  /** All problems of the command; a form marks those that `problemsToMark` returns. */
  readonly problems: readonly Problem[];
  /** The line as typed, or as a button carries it. */
  readonly line: string;
  /** True if *Edit* on a preview requested it. */
  readonly edits?: boolean;
}

/**
 * Returns whether a line that can't run opens its form. For a read, the form only asks for missing arguments; mistakes are
 * answered with a message.
 */
export const opensForm = (operation: Operation<never>, problems: readonly Problem[]): boolean =>
  hasForm(operation) && (isChange(operation) || problemsToMark(problems).length === 0);

/** Returns a button that opens the form of a line, prefilled with its values. */
export const openForm = (line: string, label = 'Open Form'): Button => ({
  label,
  action: { form: line },
});

/** Returns the *Edit* button of a preview, which opens the form of its line. The preview of that form replaces it. */
export const editButton = (line: string): Button => ({ label: 'Edit', action: { edit: line } });

/** Returns whether an operation has a form: every change does, and a read with required arguments. */
export const hasForm = (operation: Pick<Operation<never>, 'risk' | 'prepare'>): boolean =>
  isChange(operation) || 'problems' in operation.prepare({});

/** Returns whether an operation has a preview, which its form leads to. */
export const isChange = ({ risk }: Pick<Operation<never>, 'risk'>): boolean => risk !== 'reads';

/** Returns the problems to mark in a form that opens. Missing values are not marked, since the form asks for them. */
export const problemsToMark = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ missing }) => !missing);

/** Returns the problems of the values entered so far; empty fields have none. */
export function problemsSoFar(operation: Operation<Context>, raw: RawArgs): readonly Problem[] {
  const prepared = operation.prepare(raw);
  if (!('problems' in prepared)) return [];
  return prepared.problems.filter(({ field }) => field !== undefined && raw[field]?.trim());
}

/** The choice of a time that isn't listed. The form is filled again with a text field in place of the list. */
export const otherTime = 'another time';

/** Returns the title of a form: "Create alert policy". */
export const titleOf = ({ action, words }: Pick<Operation<never>, 'action' | 'words'>): string =>
  action ?? capitalize(words.join(' '));

/** Returns a field whose choices need no call of the cloud API. */
export function plainField(
  name: string,
  field: Pick<
    Field<unknown, unknown, never>,
    | 'label'
    | 'hint'
    | 'example'
    | 'required'
    | 'whenEmpty'
    | 'input'
    | 'read'
    | 'write'
    | 'decides'
    | 'maxLength'
  >,
  raw: RawArgs,
  problems: readonly Problem[],
): FormField {
  const { label, hint, example, required, whenEmpty, decides, maxLength, input = { kind: 'text' } } = field;
  const words = raw[name]?.trim() ?? '';
  const reading = input.kind === 'choice' && words !== '' ? field.read(words) : { problem: '' };
  const mine = problems.filter((problem) => problem.field === name);
  const wrong = problemsToMark(mine).map(({ message }) => message);
  const isAsked = required || mine.some(({ missing }) => missing);
  const value = 'value' in reading ? field.write(reading.value) : words;
  return {
    name,
    label,
    hint,
    example,
    required: isAsked,
    input: 'value' in reading ? offering(value, input) : input,
    value,
    ...(whenEmpty !== undefined && !isAsked && { whenEmpty }),
    ...(decides && { decides }),
    ...(maxLength !== undefined && { maxLength }),
    ...(wrong.length > 0 && { problem: wrong.join('. ') }),
  };
}

/** Adds a value that the form doesn't have to its choices: a command line may contain one. */
const offering = (value: string, input: Input): Input =>
  input.kind === 'text' || input.options.some((option) => option.value === value)
    ? input
    : { ...input, options: [...input.options, { value, label: value }] };

/** Returns a text field for a standard option, which the request validates. */
export const textField = (
  name: string,
  field: Pick<FormField, 'label' | 'hint' | 'example'> &
    Partial<Pick<FormField, 'required' | 'whenEmpty' | 'input' | 'decides'>>,
  raw: RawArgs,
  problems: readonly Problem[],
): FormField =>
  plainField(
    name,
    { required: false, read: (words) => ({ value: words }), write: String, ...field },
    raw,
    problems,
  );

/** Returns the field for the account of the whole request; its default is the account of Skydesk's login. */
export function accountField(raw: RawArgs, problems: readonly Problem[], decides: boolean): FormField {
  const more = decides ? '. Press Enter to load its choices' : '';
  const hint = `an account alias${more}`;
  const whenEmpty = 'Skydesk’s own account';
  return {
    ...textField('account', { label: labels.account, hint, whenEmpty, example: 'ACME' }, raw, problems),
    decides,
  };
}

/** Returns whether a form asks for a reason: if its change may need approval, or if its line has one. */
const asksForReason = ({ needs, risk }: Pick<Operation<never>, 'needs' | 'risk'>, raw: RawArgs): boolean =>
  needs === 'approval' || risk === 'opens' || (raw.why ?? '').trim() !== '';

/** Returns the field for the reason, if the form has it. */
export const reasonFields = (
  operation: Pick<Operation<never>, 'needs' | 'risk'>,
  raw: RawArgs,
  problems: readonly Problem[],
): readonly FormField[] =>
  asksForReason(operation, raw)
    ? [
        textField(
          'why',
          {
            label: labels.why,
            hint:
              operation.needs === 'approval'
                ? 'for approvers'
                : 'required if this turns out to need approval',
            example: 'Nightly backup to VA1',
            required: operation.needs === 'approval',
          },
          raw,
          problems,
        ),
      ]
    : [];

/** Returns the field for the ticket, if approvers read it and the policy can ask for one, or if the line has one. */
export const ticketFields = (
  operation: Pick<Operation<never>, 'needs' | 'risk'>,
  raw: RawArgs,
  problems: readonly Problem[],
  canBeAsked: boolean,
): readonly FormField[] =>
  (canBeAsked && asksForReason(operation, {})) || (raw.ticket ?? '').trim() !== ''
    ? [
        textField(
          'ticket',
          { label: labels.ticket, hint: 'required for high-risk changes', example: 'OPS-1234' },
          raw,
          problems,
        ),
      ]
    : [];

/** The labels of the standard options in forms. */
export const labels: Readonly<Record<StandardOption, string>> = {
  account: 'Account',
  why: 'Reason',
  ticket: 'Ticket',
  starts: 'Starts',
  ends: 'For how long',
};

/** Replaces argument names such as `cpu=` in a message by the labels of the form. */
export const inFormWords = (message: string, { fields }: Pick<Operation<never>, 'fields'>): string =>
  message.replace(/(?<![\p{L}\d_“-])([a-z-]+)=(?=[\s,.?]|$)/gu, (word, name: string) =>
    Object.hasOwn(fields, name) ? (fields[name]?.label ?? word) : word,
  );

/** Returns the text above the fields of a form: its purpose, and the problems that none of its fields shows. */
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

/** Renders the answer to an incomplete command if a form can only be opened by a click. */
export const askForMore = (line: string): Answer => [
  note('Some details are missing. Open the form to enter them.'),
  buttons(openForm(line)),
];

/** Renders the answer to a button whose form could not be opened in time. */
export const tooLate = (line: string): Answer => [
  failed('Slack didn’t open the form in time. Open it again:'),
  buttons(openForm(line)),
];
