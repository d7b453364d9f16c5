import * as z from 'zod/mini';
import type { Link } from './model/link.ts';

const path = z.pipe(
  z.string(),
  z.transform((href, context) => {
    const url = URL.parse(href, 'http://relative');
    if (url) return url.pathname + url.search;
    context.issues.push({ code: 'custom', input: href, message: 'is not an address' });
    return z.NEVER;
  }),
);

/** A part that is `null` is missing. */
const withoutNulls = z.transform((value) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null))
    : value,
);

/** Schema of a link: reads path and query of the href, never its host (docs/cloud-api.md, Links). */
export const link: z.ZodMiniType<Link> = z.pipe(
  z.pipe(
    withoutNulls,
    z.object({
      rel: z.string(),
      href: path,
      id: z.optional(z.string()),
      name: z.optional(z.string()),
      verbs: z._default(z.array(z.string()), ['GET']),
    }),
  ),
  z.transform(({ href, ...rest }) => ({ ...rest, path: href })),
);

/** Returns the first link with this relation that can be read, whatever else is in a list of links. */
export const linkIn = (links: readonly unknown[], rel: string): unknown =>
  links.find((one) => link.safeParse(one).data?.rel === rel);

/** The links of a resource; none if the service omits them. */
export const links = z._default(z.array(link), []);
