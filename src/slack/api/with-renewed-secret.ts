import type { SlackSecret, SlackSecretSource } from './slack-secret.ts';

/**
 * Makes an attempt with the bot token or the signing secret. If `isRefused` says that its result is due to an outdated one,
 * re-reads the secret and, if that has changed, tries once more. Rejects as the attempt or the read of the secret does.
 */
export async function withRenewedSecret<Result>(
  secret: SlackSecretSource,
  part: keyof SlackSecret,
  attempt: (value: string) => Promise<Result> | Result,
  isRefused: (result: Result) => boolean,
): Promise<Result> {
  const value = (await secret.get())[part];
  const result = await attempt(value);
  if (!isRefused(result)) return result;
  const renewed = (await secret.renew())[part];
  return renewed === value ? result : attempt(renewed);
}
