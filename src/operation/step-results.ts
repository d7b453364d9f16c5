import type { Problem } from '../answer/user-error.ts';
import {
  type EarlierStep,
  type ResultKind,
  readStepReference,
  type StepReference,
  writeStepReference,
} from '../core/step-reference.ts';
import type { Fields, Operation, RawArgs } from './operation.ts';

const entriesOf = (words: string): readonly string[] => words.split(/[\s,;]+/);

type Taking = Pick<Operation<never>, 'fields'>;

/** Returns the words of the fields that may refer to an earlier step. */
const taking = (fields: Fields<never>, raw: RawArgs): readonly string[] =>
  Object.entries(raw).flatMap(([name, words]) => (fields[name]?.takes ? [words] : []));

/** Returns the references to earlier steps in the words of a step. */
export const referencesOf = ({ fields }: Taking, raw: RawArgs): readonly StepReference[] =>
  taking(fields, raw).flatMap((words) => entriesOf(words).flatMap((entry) => readStepReference(entry) ?? []));

/** Replaces the references in the words of a step by the results of earlier steps. */
export const withResults = (
  { fields }: Taking,
  raw: RawArgs,
  resultOf: (reference: StepReference) => string,
): RawArgs =>
  Object.fromEntries(
    Object.entries(raw).map(([name, words]) => [name, fields[name]?.takes ? filled(words, resultOf) : words]),
  );

const filled = (words: string, resultOf: (reference: StepReference) => string): string =>
  words.replace(/[^\s,;]+/g, (entry) => {
    const reference = readStepReference(entry);
    return reference ? resultOf(reference) : entry;
  });

/**
 * Returns the problems of a step's references, by field. `earlier` has the previous steps, in order. It is undefined outside a
 * plan: `$1.address` then is ordinary text for fields that take no reference. A step whose line can't be read is undefined,
 * and no reference to it is wrong.
 */
export const referenceProblems = (
  { fields }: Taking,
  raw: RawArgs,
  earlier: readonly (EarlierStep | undefined)[] | undefined,
): readonly Problem[] =>
  Object.entries(fields).flatMap(([field, { takes }]) =>
    entriesOf(raw[field] ?? '').flatMap((entry) => {
      const reference = readStepReference(entry);
      if (!reference || (!takes && !earlier)) return [];
      return problemOf(reference, takes, earlier).map((message) => ({ field, message }));
    }),
  );

function problemOf(
  reference: StepReference,
  takes: ResultKind | undefined,
  earlier: readonly (EarlierStep | undefined)[] | undefined,
): readonly string[] {
  const written = writeStepReference(reference);
  if (!takes) return [`can’t be “${written}”: it takes no result of a step`];
  if (!earlier) return [`can be “${written}” only in a plan, after the step that returns it`];
  if (reference.step > earlier.length)
    return [`is “${written}”, but step ${reference.step} doesn’t come before this one`];
  const from = earlier[reference.step - 1];
  if (!from) return [];
  if (from.results[reference.result] === takes) return [];
  const fitting = Object.entries(from.results).filter(([, kind]) => kind === takes);
  const returned = fitting.map(([result]) => writeStepReference({ step: reference.step, result })).join(', ');
  const step = `step ${reference.step} (${from.words.join(' ')})`;
  return [
    returned === ''
      ? `is “${written}”, but ${step} returns no ${takes}`
      : `is “${written}”, but ${step} returns ${returned}`,
  ];
}
