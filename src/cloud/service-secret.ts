import * as z from 'zod/mini';

const content = z.object({
  username: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(1)),
});

/** Parses `{"username","password"}`. Throws an error that names what is missing, never the content. */
export function readServiceSecret(text: string): z.infer<typeof content> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('The secret for the cloud API isn’t JSON');
  }
  const { success, data } = content.safeParse(value);
  if (!success) throw new Error('The secret for the cloud API needs the strings username and password');
  return data;
}
