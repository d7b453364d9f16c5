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
 * Makes the token of a new key and shows it, to its person alone. The token is in this message and nowhere else: results are stored,
 * so it can't be made earlier. A job that is delivered again makes another token, which replaces the one that may not have
 * arrived. A message that Slack refuses is sent nowhere else, since any other one would stay: the key is revoked.
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

  /** Shows the key. If that isn't possible: why, and what to do. */
  async function show(): Promise<NotShown | undefined> {
    // It is stored before the keys are counted, so that those created at the same moment can't be too many.
    const others = (await apiKeys.of(key.person)).filter(({ id }) => id !== key.id);
    if (others.length >= maxKeys) return oneTooMany(others);
    const message = newKey({ key, token, mcpUrl, isReplaced: stored === 'replaced' });
    return (await messenger.ephemeralOnly(job.replyTo, message)) ? undefined : refusedBySlack;
  }
}
