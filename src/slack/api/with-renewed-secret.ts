import type { SecretSource } from './slack-secret.ts';

/**
 * Makes an attempt with the bot token or the signing secret. If `isRefused` blames its result on an outdated secret, re-reads the
 * secret and, if it has changed, repeats the attempt once. Rejects with the errors of the attempt or of reading the secret.
 */
export async function withRenewedSecret<Part extends string, Result>(
  secret: SecretSource<Part>,
  part: Part,
  attempt: (value: string) => Promise<Result> | Result,
  isRefused: (result: Result) => boolean,
): Promise<Result> {
  const value = (await secret.get())[part];
  const result = await attempt(value);
  if (!isRefused(result)) return result;
  const renewed = (await secret.renew())[part];
  return renewed === value ? result : attempt(renewed);
}
