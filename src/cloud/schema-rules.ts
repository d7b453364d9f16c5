import * as z from 'zod/mini';

/** A string that is not blank. */
export const filled = z.string().check(z.refine((text) => text.trim() !== '', 'must not be empty'));

/** An IPv4 range in CIDR notation, such as 203.0.113.0/24. */
export const cidr = z.cidrv4('must be a range in CIDR notation, such as 203.0.113.0/24');

/** A non-empty array. */
export function some<T extends z.core.$ZodType>(element: T): z.ZodMiniArray<T> {
  return z.array(element).check(z.minLength(1, 'must hold at least one entry'));
}

/** One of several strings; the error message lists them. */
export function oneOf(values: readonly string[]) {
  return z.string().check(z.refine((text) => values.includes(text), `must be one of ${values.join(', ')}`));
}

/** A port of a public IP address. */
const portMessage = 'must be a whole number from 0 to 65535';
export const port = z.int(portMessage).check(z.gte(0, portMessage), z.lte(65535, portMessage));
