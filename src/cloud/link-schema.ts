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

/** Schema of a link (interface.md §2.1): reads path and query of the href, never its host. */
export const link: z.ZodMiniType<Link> = z.pipe(
  z.object({
    rel: z.string(),
    href: path,
    id: z.optional(z.string()),
    name: z.optional(z.string()),
    verbs: z._default(z.array(z.string()), ['GET']),
  }),
  z.transform(({ href, ...rest }) => ({ ...rest, path: href })),
);

/** The links of a resource; none if the service omits them. */
export const links = z._default(z.array(link), []);
