import * as z from 'zod/mini';

/* DigitalOcean leaves out what is unset, or sends null in its place. */

/** A list; empty if it is unset. */
export const listOf = <T>(item: z.ZodMiniType<T>) =>
  z.pipe(
    z.optional(z.nullable(z.array(item))),
    z.transform((list) => list ?? []),
  );

/** A text; empty if it is unset. */
export const text = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value) => value ?? ''),
);
