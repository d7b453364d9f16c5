import * as z from 'zod';
import type { Link } from './model/link.ts';

const path = z.string().transform((href, context) => {
  const url = URL.parse(href, 'http://relative');
  if (url) return url.pathname + url.search;
  context.addIssue('is not an address');
  return z.NEVER;
});

export const link: z.ZodType<Link> = z
  .object({
    rel: z.string(),
    href: path,
    id: z.string().optional(),
    name: z.string().optional(),
    verbs: z.array(z.string()).default(['GET']),
  })
  .transform(({ href, ...rest }) => ({ ...rest, path: href }));

export const links = z.array(link).default([]);
