import * as z from 'zod/mini';
import { parseJson } from '../core/parse-json.ts';

const content = z.object({
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
});

/** Parses `{"username","password"}`. Throws an error that names what is missing, never the content. */
export function readServiceSecret(text: string): z.infer<typeof content> {
  const value = parseJson(text);
  if (value === undefined) throw new Error('The secret for the cloud API isn’t JSON');
  const { success, data } = content.safeParse(value);
  if (!success) throw new Error('The secret for the cloud API needs the strings username and password');
  return data;
}
