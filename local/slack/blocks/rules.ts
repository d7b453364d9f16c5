import { isObject, type Json, type JsonObject, lookUp } from '../payload/json.ts';

/** Something that Slack refuses, in the shape of `blocks.validate`. */
export interface Problem {
  /** JSON pointer to what is wrong. */
  readonly pointer: string;
  readonly code: 'missing_field' | 'invalid_type' | 'failed_constraint';
  /** In Slack's words. */
  readonly message: string;
  readonly constraint?: { readonly type: string; readonly expected?: Json; readonly got?: Json };
  readonly field?: string;
}

/** Looks at one value; `at` is its JSON pointer. */
export type Check = (value: Json, at: string) => Problem[];

/** A problem with a value that is of the right kind but breaks a rule. */
export function broken(pointer: string, message: string, type: string, expected?: Json, got?: Json): Problem {
  const constraint = { type, ...(expected !== undefined && { expected }), ...(got !== undefined && { got }) };
  return { pointer, code: 'failed_constraint', message, constraint };
}

function wrongType(pointer: string, wanted: string): Problem[] {
  return [{ pointer, code: 'invalid_type', message: `must provide ${wanted}` }];
}

/** A string of `least` to `most` characters. */
export function text(most: number, least = 1): Check {
  return (value, at) => {
    if (typeof value !== 'string') return wrongType(at, 'a string');
    const got = value.length;
    if (got < least)
      return [broken(at, `must be more than ${least - 1} characters`, 'min_length', least, got)];
    if (got > most) return [broken(at, `must be less than ${most + 1} characters`, 'max_length', most, got)];
    return [];
  };
}

/** A boolean. */
export const flag: Check = (value, at) => (typeof value === 'boolean' ? [] : wrongType(at, 'a boolean'));

/** Any value. */
export const anything: Check = () => [];

/** A number within a range. */
export function number([least, most]: readonly [number, number] = [-Infinity, Infinity]): Check {
  return (value, at) => {
    if (typeof value !== 'number') return wrongType(at, 'a number');
    if (value < least) return [broken(at, `must be greater than ${least}`, 'minimum', least, value)];
    if (value > most) return [broken(at, `must be less than ${most}`, 'maximum', most, value)];
    return [];
  };
}

/** A whole number within a range. */
export function integer(range?: readonly [number, number]): Check {
  const inRange = number(range);
  return (value, at) => (Number.isInteger(value) ? inRange(value, at) : wrongType(at, 'an integer'));
}

/** One of these words. */
export function oneOf(...allowed: string[]): Check {
  return (value, at) =>
    typeof value === 'string' && allowed.includes(value)
      ? []
      : [broken(at, 'must be a valid enum value', 'enum', allowed, value)];
}

/** A list of `least` to `most` items. */
export function list(item: Check, [least, most]: readonly [number, number]): Check {
  return (value, at) => {
    if (!Array.isArray(value)) return wrongType(at, 'an array');
    const got = value.length;
    if (got < least) return [broken(at, `must provide at least ${least} items`, 'min_items', least, got)];
    if (got > most) return [broken(at, `no more than ${most} items allowed`, 'max_items', most, got)];
    return value.flatMap((entry, index) => item(entry, `${at}/${index}`));
  };
}

/** An object with these fields and no others. */
export function object(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, at) => {
    if (!isObject(value)) return wrongType(at, 'an object');
    const missing = Object.keys(required).filter((field) => value[field] === undefined);
    const fields: Record<string, Check> = { ...required, ...optional };
    const unknown = Object.keys(value).filter((field) => !Object.hasOwn(fields, field));
    return [
      ...missing.map(
        (field): Problem => ({
          pointer: at,
          code: 'missing_field',
          message: `missing required field: ${field}`,
          field,
        }),
      ),
      ...unknown.map((field) =>
        broken(at, `invalid additional property: ${field}`, 'additional_properties', undefined, field),
      ),
      ...Object.entries(fields).flatMap(([field, check]) =>
        value[field] === undefined ? [] : check(value[field], `${at}/${field}`),
      ),
    ];
  };
}

/** Objects that their `type` tells apart; types that are not in the table are refused. */
export function byType(table: Record<string, Check>): Check {
  return (value, at) => {
    if (!isObject(value)) return wrongType(at, 'an object');
    const { type } = value;
    if (type === undefined)
      return [{ pointer: at, code: 'missing_field', message: 'missing required field: type', field: 'type' }];
    const check = typeof type === 'string' ? lookUp(table, type) : undefined;
    if (!check)
      return [broken(`${at}/type`, `unsupported type: ${String(type)}`, 'enum', Object.keys(table), type)];
    return check(value, at);
  };
}

/** A check, and, once the object passes it, a rule that spans several of its fields. */
export function also(check: Check, rule: (value: JsonObject, at: string) => Problem[]): Check {
  return (value, at) => {
    const problems = check(value, at);
    return problems.length === 0 && isObject(value) ? rule(value, at) : problems;
  };
}

/** A rule that exactly one of two fields is there. */
export function either(first: string, second: string): (value: JsonObject, at: string) => Problem[] {
  return (value, at) =>
    (value[first] === undefined) === (value[second] === undefined)
      ? [broken(at, `must define either \`${first}\` or \`${second}\``, 'one_of', [first, second])]
      : [];
}
