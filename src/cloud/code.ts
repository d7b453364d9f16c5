import * as z from 'zod/mini';

/** An id, an alias or a code of the cloud API, in lower case without blanks around it: these mean nothing, and differ between responses. */
export const code = z.string().check(z.trim(), z.toLowerCase());

/** The address of one host, without blanks around it and without the `/32` of a range of one. */
export const hostAddress = z.pipe(
  z.string(),
  z.transform((text) => text.trim().replace(/\/32$/, '')),
);

/**
 * A time span of hours, minutes and seconds, with two digits each: `00:05:00`, also if it comes as `0:05:00` or with fractions
 * that are zero. Another text stays as it is written.
 */
export const timeSpan = z.pipe(
  z.string(),
  z.transform((text) => {
    const [, ...parts] = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.0+)?$/.exec(text.trim()) ?? [];
    return parts.length > 0 ? parts.map((part) => part.padStart(2, '0')).join(':') : text;
  }),
);

/** True or false, also documented as a text (docs/cloud-api.md, Firewall policies between data centers). */
export const flag = z.pipe(
  z.transform((value) => (/^(true|false)$/i.test(String(value)) ? /^true$/i.test(String(value)) : value)),
  z.boolean(),
);

/** A list of texts, also documented as one text (docs/cloud-api.md, Firewall policies inside a data center). */
export const texts = z.pipe(
  z.transform((value) => (typeof value === 'string' ? [value] : value)),
  z.array(z.string()),
);
