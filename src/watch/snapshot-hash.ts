import { sha256 } from '../core/sha256.ts';
import type { WatchedResources } from '../drift/watched-state.ts';

/** SHA-256 over the contents of a snapshot, in hex: equal exactly if nothing differs. */
export const hashOf = (resources: WatchedResources): string =>
  sha256(
    Object.keys(resources)
      .sort()
      .map((id) => [id, sha256(resources[id]?.content)]),
  );
