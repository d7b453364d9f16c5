import * as z from 'zod/mini';
import { link, linkIn } from './link-schema.ts';
import { lastSegment } from './model/link.ts';

/** An answer to a create that has links only: the id is the last path segment of the self link (docs/cloud-api.md, Links). */
export const createdLink = z.pipe(
  z.object({ links: z.array(z.unknown()) }),
  z.transform(({ links }, context) => {
    const self = link.safeParse(linkIn(links, 'self')).data;
    if (self) return { id: lastSegment(self.path), path: self.path };
    context.issues.push({ code: 'custom', input: links, path: ['links'], message: 'holds no self link' });
    return z.NEVER;
  }),
);
