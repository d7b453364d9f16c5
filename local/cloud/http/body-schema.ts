import * as z from 'zod';
import { readFlag } from './query.ts';
import { HttpError, invalid, type ModelState } from './reply.ts';

/*
 * Validation of request bodies (docs/cloud-api.md, Requests of other clients). Names are case-insensitive, a null member counts as
 * missing, numbers and flags may be written as text, and a single text is a list of one (form bodies).
 */

const isBlank = (value: string): boolean => value.trim() === '';

export const text = z.string('Text is expected.').refine((value) => !isBlank(value), 'Text is expected.');

export const number = z.preprocess(
  (value) => (typeof value === 'string' && !isBlank(value) ? Number(value) : value),
  z.number('A number is expected.'),
);

export const flag = z.preprocess(
  (value) => readFlag(value) ?? value,
  z.boolean('true or false is expected.'),
);

/** Accepts one of the choices in any case. Returns it in the spelling of `choices`. */
export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.preprocess(
    (value) => {
      const given = String(value).trim().toLowerCase();
      return choices.find((choice) => choice.toLowerCase() === given);
    },
    z.enum(choices, `One of ${choices.join(', ')} is expected.`),
  );

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

export const texts = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.custom<readonly string[]>(isTextList, 'A list of texts is expected.'),
);

/** Accepts a list with at least `atLeast` items. */
export const list = <Item extends z.ZodType>(item: Item, atLeast = 1) =>
  z.array(item, 'A list is expected.').min(atLeast, 'A list is expected.');

/** Accepts an object with these members. Validates every member, even if another is invalid; ignores additional members. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape);
  return z.unknown().transform((value, context) => {
    const given = new Map<string, unknown>();
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      context.addIssue('An object is expected.');
    else
      for (const [name, member] of Object.entries(value)) given.set(name.toLowerCase(), member ?? undefined);
    const members = new Map(Object.keys(shape).map((name) => [name, given.get(name.toLowerCase())]));
    const { data, error } = schema.safeParse(Object.fromEntries(members));
    for (const { path, message } of error?.issues ?? []) {
      const [name = ''] = path.map(String);
      if (members.get(name) === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `The ${name} field is required.` });
      context.addIssue({ code: 'custom', path, message });
    }
    return data ?? z.NEVER;
  });
}

/** An object with these members and no others; a mistake names all that there are. */
export const exactly = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `There is no ${issue.keys?.join(', ')}; there are ${Object.keys(shape).join(', ')}.`
        : undefined,
  });

/** Validates a value with the schema that `schemaFor` chooses for it. */
export const dependent = <Schema extends z.ZodType>(schemaFor: (value: unknown) => Schema) =>
  z.unknown().transform((value, context): z.output<Schema> => {
    const { data, error } = schemaFor(value).safeParse(value);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return data ?? z.NEVER;
  });

/**
 * Validates a body with a schema. Returns the parsed body.
 * @throws HttpError with 400 and the first mistake of each invalid member (docs/cloud-api.md, Errors)
 */
export function check<Schema extends z.ZodType>(body: unknown, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const complaints: ModelState = {};
  for (const { path, message } of read.error.issues) {
    const written = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
    complaints[`body${written.join('')}`] ??= [message];
  }
  throw new HttpError(invalid(complaints));
}
