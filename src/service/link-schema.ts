import { z } from 'zod';
import { type Link, pathOf } from './link.ts';

const path = z.string().transform((href, context) => {
  const found = pathOf(href);
  if (found !== undefined) return found;
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
