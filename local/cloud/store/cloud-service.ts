import { createTokens, type Tokens } from '../access/tokens.ts';
import { createFaults, type Faults } from '../control/cloud-faults.ts';
import { seedWorld } from '../seed/seed-store.ts';
import type { CloudStore } from './cloud-store.ts';
import { defaultSettings, type Settings } from './settings.ts';

export interface Service {
  store: CloudStore;
  settings: Settings;
  readonly tokens: Tokens;
  readonly faults: Faults;
  /** Milliseconds since the epoch by the service's own clock. */
  now(): number;
  /** Sets the service's clock forward, in milliseconds. */
  advance(ms: number): void;
  /** Restores the seeded data, the default settings and the injected clock, and removes faults. Tokens remain valid. */
  reset(): void;
}

/** Creates a service with fresh data, at the time of the clock (milliseconds since the epoch). */
export function createService(clock: () => number, seed: number): Service {
  let ahead = 0;
  return {
    store: seedWorld(seed, clock()),
    settings: { ...defaultSettings },
    tokens: createTokens(),
    faults: createFaults(),
    now: () => clock() + ahead,
    advance(ms) {
      ahead += ms;
    },
    reset() {
      ahead = 0;
      this.store = seedWorld(seed, clock());
      this.settings = { ...defaultSettings };
      this.faults.clear();
    },
  };
}
