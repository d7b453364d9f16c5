import type * as z from 'zod';

export interface Problem {
  /** JSON pointer to the invalid value. */
  readonly pointer: string;
  /** In Slack's words. */
  readonly message: string;
}

/**
 * Returns the problems for which Slack refuses a value.
 * @param at JSON pointer of the value
 */
export function problemsIn(schema: z.ZodType, value: unknown, at: string): Problem[] {
  const { error } = schema.safeParse(value, { reportInput: true });
  return (error?.issues ?? []).flatMap((issue) => {
    const path = isMissing(issue) ? issue.path.slice(0, -1) : issue.path;
    const pointer = [at, ...path.map(String)].join('/');
    return inWords(issue).map((message) => ({ pointer, message }));
  });
}

/** JSON has no undefined, so that what is undefined is missing: a field, or the `type` that tells objects apart. */
const isMissing = ({ code, input, path }: z.core.$ZodIssue): boolean =>
  (code === 'invalid_union' ? Object(input).type : input) === undefined && path.length > 0;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'a boolean',
  number: 'a number',
  int: 'an integer',
  array: 'an array',
  object: 'an object',
};

function inWords(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `invalid additional property: ${key}`);
  if (issue.code === 'custom') return [issue.message];
  if (isMissing(issue)) return [`missing required field: ${String(issue.path.at(-1))}`];
  switch (issue.code) {
    case 'invalid_type':
      return [`must provide ${kinds[issue.expected] ?? issue.expected}`];
    case 'invalid_value':
      return ['must be a valid enum value'];
    case 'invalid_union':
      return [`unsupported type: ${String(Object(issue.input).type)}`];
    case 'too_big':
      return [tooBig(issue)];
    case 'too_small':
      return [tooSmall(issue)];
    default:
      return [issue.message];
  }
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `must be less than ${Number(maximum) + 1} characters`;
  return origin === 'array' ? `no more than ${maximum} items allowed` : `must be less than ${maximum}`;
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string') return `must be more than ${Number(minimum) - 1} characters`;
  return origin === 'array' ? `must provide at least ${minimum} items` : `must be greater than ${minimum}`;
}

/**
 * Refuses each value that an earlier one equals. Those that are undefined are left out.
 * @param pathOf where a value is, by its index
 * @param what how a value is called
 */
export function refuseRepeated(
  context: z.RefinementCtx,
  values: readonly (string | undefined)[],
  pathOf: (index: number) => (string | number)[],
  what: string,
): void {
  for (const [index, value] of values.entries())
    if (value !== undefined && values.indexOf(value) < index)
      context.addIssue({ code: 'custom', path: pathOf(index), message: `${what} "${value}" already exists` });
}
