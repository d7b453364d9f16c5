import type { Choice } from '../../../src/answer/choices.ts';
import {
  accountField,
  type Form,
  type FormField,
  notesOf,
  plainField,
  reasonFields,
  titleOf,
} from '../../../src/command-line/form.ts';
import type { Operation } from '../../../src/operation/operation.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { endless } from './sample-text.ts';

type AnyOperation = Operation<Context>;

/** The place of a sample's request. */
export const replyTo = {
  channel: 'C0SAMPLE',
  person: 'U0SAMPLE',
  responseUrl: 'https://hooks.slack.com/commands/sample',
};

/** Returns the form of an operation as it opens. */
export const emptyForm = (operation: AnyOperation): Form => ({
  operation: operation.id,
  title: titleOf(operation),
  replyTo,
  notes: notesOf(operation, [], []),
  fields: [
    ...Object.entries(operation.fields).map(([name, field]) => plainField(name, field, {}, [])),
    ...reasonFields(operation, {}, []),
    accountField({}, [], false),
  ],
});

const choices: readonly Choice[] = Array.from({ length: 100 }, (_, number) => ({
  value: `${number}`.padEnd(75, 'x'),
  label: endless,
  description: endless,
}));

/**
 * Returns a form with a value and an error at each field, and 100 options at each field whose choices come from the cloud API.
 */
export function fullForm(operation: AnyOperation): Form {
  const form = emptyForm(operation);
  const full = (field: FormField): FormField => ({
    ...field,
    problem: endless,
    value: endless,
    ...(operation.fields[field.name]?.reference && {
      live: true,
      hint: '',
      note: endless,
      filter: endless,
      input: { kind: 'choice', options: choices },
    }),
  });
  return { ...form, notes: notesOf(operation, [{ message: endless }], []), fields: form.fields.map(full) };
}
