import type { JsonObject } from './payload/json.ts';

/** How the Web API shall misbehave. The first fault that fits a call and is not used up is taken. */
export interface Fault {
  /** A method name, or `*` for all. */
  readonly method: string;
  /** For how many calls; for ever when absent. */
  times?: number;
  /** Answer `{ok: false, error}`. */
  readonly error?: string;
  /** Further fields of that answer. */
  readonly more?: JsonObject;
  /** Answer HTTP 429 with this many seconds in Retry-After. */
  readonly retryAfter?: number;
  /** Answer with this HTTP status and no JSON. */
  readonly status?: number;
  /** Wait so many milliseconds first; the call then goes on, unless something else is set as well. */
  readonly latency?: number;
}

/** A fault that was set. */
export interface PlannedFault {
  /** Whether it still waits for a call. */
  readonly pending: boolean;
  cancel(): void;
}

/** The faults that are set. */
export class Faults {
  #faults: Fault[] = [];

  set(fault: Fault): PlannedFault {
    const set = { ...fault };
    this.#faults.push(set);
    const waits = (): boolean => this.#faults.includes(set);
    return {
      get pending() {
        return waits();
      },
      cancel: () => {
        this.#faults = this.#faults.filter((fault) => fault !== set);
      },
    };
  }

  /** The fault for this call, if any; counts it as used. */
  take(method: string): Fault | undefined {
    const fault = this.#faults.find((candidate) => candidate.method === method || candidate.method === '*');
    if (fault?.times !== undefined) {
      fault.times -= 1;
      if (fault.times <= 0) this.#faults = this.#faults.filter((planned) => planned !== fault);
    }
    return fault;
  }

  clear(): void {
    this.#faults = [];
  }
}
