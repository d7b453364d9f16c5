import * as z from 'zod/mini';
import type { Send } from './call.ts';

const customField = z.object({
  id: z.string(),
  name: z.string(),
  isRequired: z.boolean(),
  type: z.string(),
  options: z._default(z.array(z.object({ name: z.string(), value: z.string() })), []),
});

/** interface.md §2.7. In an option, `name` is the stored key and `value` the label (service-facts §1.6). */
export type CustomField = z.infer<typeof customField>;

/** Returns the call for custom fields (interface.md §4.5). */
export function customFields(send: Send, alias: string) {
  return {
    list: (): Promise<CustomField[]> =>
      send({ method: 'GET', path: ['v2', 'accounts', alias, 'customFields'], answer: z.array(customField) }),
  };
}
