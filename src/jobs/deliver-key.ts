import { type ApiKey, type ApiKeys, maxKeys } from '../api-keys/api-key.ts';
import { hashOfToken, newToken } from '../api-keys/api-key-token.ts';
import { type RevokeKeyDependencies, revokeKey } from '../audit-log/revoke-keys.ts';
import type { Messenger } from '../messaging/messaging.ts';
import {
  keyIsOver,
  keyNotShown,
  type NotShown,
  newKey,
  oneTooMany,
  refusedBySlack,
} from '../operations/keys/new-key.ts';
import type { Job } from '../queue/job.ts';

/** Dependencies for creating a key and showing it. */
export interface NewKeyDependencies extends RevokeKeyDependencies {
  readonly apiKeys: Pick<ApiKeys, 'put' | 'of' | 'revoke'>;
  readonly messenger: Pick<Messenger, 'ephemeral' | 'ephemeralOnly'>;
  readonly mcpUrl: string;
}

/**
 * Creates the token of a new key and shows it to its owner only. Results are stored, so the token can't be created earlier and
 * exists only in this message. A redelivered job creates another token, which replaces the one that may not have arrived. If
 * Slack refuses the message, the key is revoked, since any other message would stay visible.
 */
export async function deliverKey(key: ApiKey, job: Job, deps: NewKeyDependencies): Promise<void> {
  const { apiKeys, clock, messenger, mcpUrl } = deps;
  const token = newToken(key);
  const stored = clock() < key.expiresAt ? await apiKeys.put(key, hashOfToken(token)) : 'revoked';
  if (stored === 'revoked') return messenger.ephemeral(job.replyTo, keyIsOver(key));
  const notShown = await show();
  if (!notShown) return;
  await revokeKey(key, notShown.why, job.id, deps);
  await messenger.ephemeral(job.replyTo, keyNotShown(key, notShown));

  /** Shows the key; resolves to the reason and the next step if that isn't possible. */
  async function show(): Promise<NotShown | undefined> {
    // Stored before the keys are counted, so concurrent requests can't exceed the limit.
    const others = (await apiKeys.of(key.person)).filter(({ id }) => id !== key.id);
    if (others.length >= maxKeys) return oneTooMany(others);
    const message = newKey({ key, token, mcpUrl, isReplaced: stored === 'replaced' });
    return (await messenger.ephemeralOnly(job.replyTo, message)) ? undefined : refusedBySlack;
  }
}
