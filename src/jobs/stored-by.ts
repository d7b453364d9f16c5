import type { Changes } from '../change/model/changes.ts';
import { isRefused } from '../core/call-failed.ts';

/**
 * Whether a job has stored a change, which then takes effect without the job: only the job knows this about a failure. `before`:
 * an earlier delivery may have.
 */
export class StoredBy {
  #hasStored: boolean;

  constructor(before: boolean) {
    this.#hasStored = before;
  }

  get hasStored(): boolean {
    return this.#hasStored;
  }

  /** Notes what the job's record says about earlier deliveries. */
  begin(isAbandoned: boolean): void {
    this.#hasStored = isAbandoned;
  }

  /** Wraps the store of changes, to note each write that may have taken place. */
  witness(store: Changes): Changes {
    const noted = async <Written>(writing: Promise<Written>): Promise<Written> => {
      try {
        const written = await writing;
        this.#hasStored = true;
        return written;
      } catch (error) {
        this.#hasStored ||= !isRefused(error);
        throw error;
      }
    };
    return {
      ...store,
      put: (...change) => noted(store.put(...change)),
      change: (...transition) => noted(store.change(...transition)),
      changeBoth: (...transition) => noted(store.changeBoth(...transition)),
    };
  }
}
