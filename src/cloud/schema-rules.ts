import * as z from 'zod';

/** Text with something in it. */
export const filled = z.string().refine((text) => text.trim() !== '', 'must not be empty');

/** An IPv4 range in CIDR notation, such as 203.0.113.0/24. */
export const cidr = z.cidrv4('must be a range in CIDR notation, such as 203.0.113.0/24');

/** A list with at least one element. */
export function some<T extends z.ZodType>(element: T): z.ZodArray<T> {
  return z.array(element).min(1, 'must hold at least one entry');
}

/** A string out of a list whose values the message names. */
export function oneOf(values: readonly string[]) {
  return z.string().refine((text) => values.includes(text), `must be one of ${values.join(', ')}`);
}

const portMessage = 'must be a whole number from 0 to 65535';
export const port = z.number(portMessage).int(portMessage).min(0, portMessage).max(65535, portMessage);
