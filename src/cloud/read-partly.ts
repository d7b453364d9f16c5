import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { isWithin, type Partly } from './model/partly.ts';

type Path = readonly PropertyKey[];
/** JSON without the parts that were taken out: these are undefined. */
type Draft = Record<PropertyKey, unknown> | unknown[];

const isDraft = (value: unknown): value is Draft => typeof value === 'object' && value !== null;

/**
 * Returns a schema that reads an object part by part, so that an odd part spoils only itself:
 * - An odd entry of a list is left out.
 * - A field with a stand-in gets that if it is odd, or if it is missing and may not be.
 * - Any other field that may be missing is read as missing if it is odd. `null` means missing.
 * - Without any other field, the object can't be read.
 *
 * `unread` of the result names these parts, by the API's names.
 */
export const partly = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  standIns: NoInfer<Partial<z.input<Schema>>>,
): z.ZodMiniType<z.output<Schema> & Partly> => readerOf(schema, standIns, objectIn);

/** Returns a schema that reads each entry of a list so. The stand-ins have to be complete, so an odd entry is never left out. */
export const listOf = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  standIns: NoInfer<Partial<z.input<Schema>>>,
): z.ZodMiniType<(z.output<Schema> & Partly)[]> =>
  z.array(readerOf(schema, standIns, (entry) => objectIn(entry) ?? {}));

const objectIn = (body: unknown): Draft | undefined =>
  isDraft(body) && !Array.isArray(body) ? body : undefined;

const readerOf = <Schema extends z.ZodMiniObject>(
  schema: Schema,
  standIns: Readonly<Record<string, unknown>>,
  objectOf: (body: unknown) => Draft | undefined,
): z.ZodMiniType<z.output<Schema> & Partly> =>
  z.pipe(
    z.unknown(),
    z.transform((body, context): z.output<Schema> & Partly => {
      const whole = schema.safeParse(body);
      if (whole.success) return whole.data;
      const object = objectOf(body);
      const read = object && readParts(schema, object, standIns);
      if (read) return read;
      for (const { path, message } of whole.error.issues)
        context.issues.push({ code: 'custom', input: body, path: [...path], message });
      return z.NEVER;
    }),
  );

/** Reads an object part by part; undefined if it can't be read. */
function readParts<Schema extends z.ZodMiniObject>(
  schema: Schema,
  body: Draft,
  standIns: Readonly<Record<string, unknown>>,
): (z.output<Schema> & Partly) | undefined {
  const draft: Draft = structuredClone(body);
  const unread = new Set<string>();
  for (;;) {
    const read = schema.safeParse(whatIsLeft(draft));
    if (read.success) return { ...read.data, ...(unread.size > 0 && { unread: [...unread] }) };
    for (const path of read.error.issues.map((issue) => pathIn(draft, issue.path)))
      if (!takeOut(path, draft, standIns, unread)) return undefined;
  }
}

/** Copies a draft without what was taken out. */
const whatIsLeft = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.filter((entry) => entry !== undefined).map(whatIsLeft)
    : isDraft(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, whatIsLeft(part)]))
      : value;

/** Converts a path in what is left of a draft to one in the draft, whose entries have kept their places. */
function pathIn(draft: Draft, path: Path): Path {
  let at: unknown = draft;
  return path.map((key) => {
    const place = Array.isArray(at) ? placeOf(at, Number(key)) : key;
    at = isDraft(at) ? Reflect.get(at, place) : undefined;
    return place;
  });
}

const placeOf = (entries: readonly unknown[], nth: number): number =>
  [...entries.keys()].filter((at) => entries[at] !== undefined)[nth] ?? entries.length;

/** Takes the innermost part on a path out of a draft. Returns false if that leaves an object that can't be read. */
function takeOut(
  path: Path,
  draft: Draft,
  standIns: Readonly<Record<string, unknown>>,
  unread: Set<string>,
): boolean {
  const [field = ''] = path;
  const found = innermost(draft, path);
  const name = toDotPath([...path]);
  if (!found) {
    if (!(String(field) in standIns)) return false;
    Reflect.set(draft, field, standIns[String(field)]);
    addTo(unread, name);
    return true;
  }
  const { within, key } = found;
  const standIn = within === draft ? standIns[String(key)] : undefined;
  const isMissing = Reflect.get(within, key) === null && !Array.isArray(within) && standIn === undefined;
  if (!isMissing) addTo(unread, name);
  Reflect.set(within, key, standIn);
  return true;
}

/** Adds a name, unless a part of what it names is there. */
function addTo(unread: Set<string>, name: string): void {
  if (![...unread].some((known) => isWithin(known, name))) unread.add(name);
}

/** Finds the innermost part on a path that is there, and what holds it. */
function innermost(
  draft: Draft,
  path: Path,
): { readonly within: Draft; readonly key: PropertyKey } | undefined {
  let found: ReturnType<typeof innermost>;
  let at: unknown = draft;
  for (const key of path) {
    if (!isDraft(at) || Reflect.get(at, key) === undefined) break;
    found = { within: at, key };
    at = Reflect.get(at, key);
  }
  return found;
}
