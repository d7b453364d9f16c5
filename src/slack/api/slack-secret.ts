import { secretStrings } from '../../core/secret-strings.ts';

/** Parses Slack's secret, `{"signingSecret","botToken"}`. */
export const readSlackSecret = secretStrings('The Slack secret', 'signingSecret', 'botToken');

export type SlackSecret = ReturnType<typeof readSlackSecret>;

/** The cached secret. Call `renew` after a signature mismatch or a refused token: the secret may have been rotated. */
export interface SlackSecretSource {
  get(): Promise<SlackSecret>;
  renew(): Promise<SlackSecret>;
}
