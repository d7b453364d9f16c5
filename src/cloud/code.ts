import * as z from 'zod/mini';

/** An id, an alias or a code of the cloud API, in lower case: its case means nothing, and differs between responses. */
export const code = z.string().check(z.toLowerCase());

/** True or false, which the document also writes as a text (interface.md §4.8). */
export const flag = z.pipe(
  z.transform((value) => (/^(true|false)$/i.test(String(value)) ? /^true$/i.test(String(value)) : value)),
  z.boolean(),
);

/** A list of texts; the public documents also have one text in its place (service-facts §2.2). */
export const texts = z.pipe(
  z.transform((value) => (typeof value === 'string' ? [value] : value)),
  z.array(z.string()),
);
