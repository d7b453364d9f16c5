import * as z from 'zod';
import type { Link } from './model/link.ts';

const path = z.string().transform((href, context) => {
  const url = URL.parse(href, 'http://relative');
  if (url) return url.pathname + url.search;
  context.addIssue('is not an address');
  return z.NEVER;
});

/** Schema of a link (interface.md §2.1): keeps path and query of the href, never its host. */
export const link: z.ZodType<Link> = z
  .object({
    rel: z.string(),
    href: path,
    id: z.string().optional(),
    name: z.string().optional(),
    verbs: z.array(z.string()).default(['GET']),
  })
  .transform(({ href, ...rest }) => ({ ...rest, path: href }));

/** The links of a resource; none if the service omits them. */
export const links = z.array(link).default([]);
