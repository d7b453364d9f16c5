import type { Problem } from '../answer/user-error.ts';
import { toAscii } from '../core/ascii.ts';
import { normalize, normalizeLines } from '../core/normalize.ts';
import { readTimeWords } from '../time/time-words.ts';
import type { TimeWords, TimingWords } from '../time/timing.ts';
import type { Fields, Operation, RawArgs } from './operation.ts';
import {
  always,
  alwaysNames,
  type StandardOption,
  type TakesOptions,
  whyNotTaken,
} from './standard-options.ts';

/** A parsed request, before the cloud API is called. */
export interface ReadFields {
  /** The words, normalized. Of the standard options, only the reason is free text. */
  readonly raw: RawArgs;
  /** The value of each field that was given. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The standard options that were given. */
  readonly options: { readonly [Option in StandardOption]?: string };
  /** The options for the start and end of a change. */
  readonly timing: TimingWords;
  readonly problems: readonly Problem[];
  /** Whether a field is invalid: rules between fields can't be checked then. */
  readonly isMisread: boolean;
}

/** The part of an operation that determines its standard options. */
type Declared = Pick<Operation<never>, 'fields' | 'needs'> & TakesOptions;

/** Reads the words of each field and the standard options. Normalizes the words of commands and forms alike. */
export function readFields(declared: Declared, entered: RawArgs): ReadFields {
  const { fields } = declared;
  const normalized = (name: string, words: string): string => {
    const field = fields[name];
    if (field?.multiline) return normalizeLines(words);
    return field || name === 'why' ? normalize(words) : toAscii(normalize(words));
  };
  const raw = Object.fromEntries(
    Object.entries(entered).map(([name, words]) => [name, normalized(name, words)]),
  );
  const { values, problems } = valuesIn(fields, raw);
  const options = Object.fromEntries(
    alwaysNames.flatMap((name) => (raw[name] ? [[name, raw[name]]] : [])),
  ) as ReadFields['options'];
  return {
    raw,
    values,
    options,
    timing: { starts: timeIn(options.starts), ends: timeIn(options.ends) },
    problems: [...problems, ...optionProblems(options, declared)],
    isMisread: problems.some(({ field }) => field !== undefined && raw[field]),
  };
}

/** Returns the values of the valid fields, and the problems of the others. `raw` is normalized. */
export function valuesIn(
  fields: Fields<never>,
  raw: RawArgs,
): { readonly values: Readonly<Record<string, unknown>>; readonly problems: readonly Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const words = raw[name] ?? '';
    if (words === '') {
      if (field.required) problems.push({ field: name, message: `is missing: ${field.hint}`, missing: true });
      continue;
    }
    const reading = field.read(words);
    if ('problem' in reading) problems.push({ field: name, message: reading.problem });
    else values[name] = reading.value;
  }
  return { values, problems };
}

function timeIn(words: string | undefined): TimeWords | undefined {
  const reading = words === undefined ? undefined : readTimeWords(words);
  return reading && 'value' in reading ? reading.value : undefined;
}

/** Returns the problems of the standard options: an invalid value, or an option that the operation doesn't take. */
function optionProblems(options: ReadFields['options'], declared: Declared): readonly Problem[] {
  const problems = alwaysNames.flatMap((name): Problem[] => {
    const words = options[name];
    if (words === undefined) return [];
    const message = whyNotTaken(name, declared) ?? always[name](words);
    return message === undefined ? [] : [{ field: name, message }];
  });
  return declared.needs === 'approval' && options.why === undefined
    ? [...problems, { field: 'why', message: 'is missing: approvers need a reason', missing: true }]
    : problems;
}
