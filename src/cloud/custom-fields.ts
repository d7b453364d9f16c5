import * as z from 'zod/mini';
import { unknown } from '../core/unknown-text.ts';
import type { Send } from './call.ts';
import { listOf } from './read-partly.ts';

const schema = z.object({
  id: z.string(),
  name: z.string(),
  isRequired: z.boolean(),
  type: z.string(),
  options: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
});
const fields = listOf(schema, { id: unknown, name: unknown, isRequired: false, type: unknown });

/** In an option, `name` is the stored key and `value` the label (docs/cloud-api.md, Custom fields). */
export type CustomField = z.infer<typeof fields>[number];

/** Returns the call for custom fields. */
export function customFields(send: Send, alias: string) {
  return {
    list: (): Promise<CustomField[]> =>
      send({ method: 'GET', path: ['v2', 'accounts', alias, 'customFields'], answer: fields }),
  };
}
