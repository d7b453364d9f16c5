import type { ApiKey, ApiKeys } from '../../src/api-keys/api-key.ts';
import { hashOfToken, isSameHash } from '../../src/api-keys/api-key-token.ts';

/** API keys in memory; `kept` has them by person and id, with the hash of their token, which a revoked one lacks. */
export function apiKeysInMemory(now: () => number = () => 0, ...some: readonly ApiKey[]) {
  const nameOf = ({ person, id }: Pick<ApiKey, 'person' | 'id'>) => `${person} ${id}`;
  const kept = new Map<string, { readonly key: ApiKey; readonly hash: string | undefined }>(
    some.map((key) => [nameOf(key), { key, hash: '' }]),
  );
  const working = () =>
    [...kept.values()].filter(({ key, hash }) => hash !== undefined && now() < key.expiresAt);
  const of = async (person: string) => working().flatMap(({ key }) => (key.person === person ? [key] : []));
  async function revoke(person: string, id: string): Promise<boolean> {
    const found = kept.get(nameOf({ person, id }));
    if (found?.hash === undefined) return false;
    kept.set(nameOf({ person, id }), { ...found, hash: undefined });
    return true;
  }
  const apiKeys: ApiKeys = {
    async put(key, hash) {
      const found = kept.get(nameOf(key));
      if (found && found.hash === undefined) return 'revoked';
      kept.set(nameOf(key), { key, hash });
      return found ? 'replaced' : 'stored';
    },
    find: async (token) => working().find(({ hash = '' }) => isSameHash(hashOfToken(token), hash))?.key,
    findTyped: async ({ hash: typed }) => working().find(({ hash }) => hash === typed)?.key,
    of,
    revoke,
    async revokeAll(person) {
      const keys = await of(person);
      for (const { id } of keys) await revoke(person, id);
      return keys;
    },
    async markUsed(key) {
      const found = kept.get(nameOf(key));
      if (found) kept.set(nameOf(key), { ...found, key: { ...found.key, lastUsedAt: now() } });
    },
  };
  return { kept, apiKeys };
}
