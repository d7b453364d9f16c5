import type { ApiKey } from '../../../src/api-keys/api-key.ts';
import { apiKeysIn } from '../../../src/aws/sdk/api-key-store.ts';
import { MemoryTable } from './memory-table.ts';

/** API keys in memory, of which some were created before; `kept` has the stored ones. */
export function apiKeysInMemory(now: () => number = () => 0, ...some: readonly ApiKey[]) {
  const table = new MemoryTable();
  const apiKeys = apiKeysIn(table, now);
  // A table in memory has stored them when `put` returns.
  for (const key of some) void apiKeys.put(key, '');
  return { kept: table.items, apiKeys };
}
