import { normalize } from './normalize.ts';
import type { Fields, Needs, RawArgs } from './operation.ts';
import { always, alwaysNames } from './standard-options.ts';
import type { Problem } from './user-error.ts';

/** A parsed request, before the cloud API is called. */
export interface ReadFields {
  /** The words, normalized. */
  readonly raw: RawArgs;
  /** The value of each field that was given. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The standard options that were given. */
  readonly options: { readonly account?: string; readonly why?: string; readonly ticket?: string };
  readonly problems: readonly Problem[];
  /** Whether a field is invalid, so that rules between fields can't be checked. */
  readonly isMisread: boolean;
}

/** Reads the words of each field, and the standard options. Words are normalized, wherever they were entered. */
export function readFields(fields: Fields<never>, needs: Needs, entered: RawArgs): ReadFields {
  const raw = Object.fromEntries(Object.entries(entered).map(([name, words]) => [name, normalize(words)]));
  const { values, problems } = valuesIn(fields, raw);
  const options = Object.fromEntries(
    alwaysNames.flatMap((name) => (raw[name] ? [[name, raw[name]]] : [])),
  ) as ReadFields['options'];
  return {
    raw,
    values,
    options,
    problems: [...problems, ...optionProblems(options, needs)],
    isMisread: problems.some(({ field }) => field !== undefined && raw[field]),
  };
}

/** The values of the valid fields, and the problems of the others. `raw` is normalized. */
export function valuesIn(
  fields: Fields<never>,
  raw: RawArgs,
): { readonly values: Readonly<Record<string, unknown>>; readonly problems: readonly Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const words = raw[name] ?? '';
    if (words === '') {
      if (field.required) problems.push({ field: name, message: `is missing: ${field.hint}` });
      continue;
    }
    const reading = field.read(words);
    if ('problem' in reading) problems.push({ field: name, message: reading.problem });
    else values[name] = reading.value;
  }
  return { values, problems };
}

function optionProblems(options: ReadFields['options'], needs: Needs): readonly Problem[] {
  const problems = alwaysNames.flatMap((name): Problem[] => {
    const words = options[name];
    const message = words === undefined ? undefined : always[name](words);
    return message === undefined ? [] : [{ field: name, message }];
  });
  return needs === 'approval' && options.why === undefined
    ? [...problems, { field: 'why', message: 'is missing: approvers need a reason' }]
    : problems;
}
