import * as z from 'zod';
import { link } from './link-schema.ts';
import { lastSegment } from './model/link.ts';

/** Response of a create call that has links only: the id is the last path segment of the self link (service-facts T24). */
export const createdLink = z
  .object({ links: z.array(link) })
  .transform(({ links }) => links.find(({ rel }) => rel === 'self'))
  .refine((self) => self !== undefined, { path: ['links'], message: 'holds no self link' })
  .transform(({ path }) => ({ id: lastSegment(path), path }));
