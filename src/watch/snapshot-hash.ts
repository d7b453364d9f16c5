import { sha256 } from '../core/sha256.ts';
import type { WatchedResources } from '../drift/watched-state.ts';

/** Returns the SHA-256 of a snapshot's contents, in hex: equal if and only if nothing differs. */
export const hashOf = (resources: WatchedResources): string =>
  sha256(
    Object.keys(resources)
      .sort()
      .map((id) => [id, sha256(resources[id]?.content)]),
  );
