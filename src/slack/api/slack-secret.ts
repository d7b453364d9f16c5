import { secretStrings } from '../../core/secret-strings.ts';

/** Parses the secret with which Slack signs, `{"signingSecret"}`. Only the receiver may read it: it proves who somebody is. */
export const readSigningSecret = secretStrings('The secret with Slack’s signing secret', 'signingSecret');

/** Parses the secret with which Skydesk calls Slack, `{"botToken"}`. */
export const readTokenSecret = secretStrings('The secret with Slack’s bot token', 'botToken');

/** A cached secret. Call `renew` after a signature mismatch or a refused token: the secret may have been rotated. */
export interface SecretSource<Part extends string> {
  get(): Promise<Readonly<Record<Part, string>>>;
  renew(): Promise<Readonly<Record<Part, string>>>;
}

export type SigningSecret = SecretSource<'signingSecret'>;
export type BotToken = SecretSource<'botToken'>;
