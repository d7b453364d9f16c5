import type { Choice } from '../../src/answer/choices.ts';
import {
  accountField,
  type Form,
  type FormField,
  notesOf,
  plainField,
  reasonFields,
  titleOf,
} from '../../src/command-line/form.ts';
import type { Review } from '../../src/messaging/view.ts';
import type { Operation } from '../../src/operation/operation.ts';
import type { Context } from '../../src/operations/context/context.ts';
import type { ReviewMetadata } from '../../src/slack/render/review-metadata.ts';
import { endless, sampleParts } from './sample-parts.ts';

type AnyOperation = Operation<Context>;

/** The place of a sample's request. */
export const replyTo = {
  channel: 'C0SAMPLE',
  person: 'U0SAMPLE',
  responseUrl: 'https://hooks.slack.com/commands/sample',
};

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

export const sampleMetadata: ReviewMetadata = { change: 'sample', channel: 'C0SAMPLE', vote: 'approve' };

/** Returns review modals: with each form, and without any. */
export function sampleReviews(): Readonly<Record<string, Review>> {
  const levels = ['info', 'warning', 'error'] as const;
  const base = {
    change: 'sample',
    name: '#1234567',
    channel: 'C0SAMPLE',
    alerts: levels.map((level) => ({ level, text: endless })),
    shown: sampleParts()['text at its limits'] ?? [],
  };
  const narrows = { operation: 'ip.add', raw: { ports: 'tcp/443', from: '10.0.0.0/8' } };
  return {
    'review, to vote': { ...base, suggestion: 'sample', decide: { kind: 'vote', canApprove: true, narrows } },
    'review, for break-glass': { ...base, decide: { kind: 'breakGlass' } },
    'review, closed': base,
  };
}
