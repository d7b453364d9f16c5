import type { JsonObject } from './payload/json.ts';

/** A fault of the Web API. A call meets the first matching fault that is not used up. */
export interface Fault {
  /** A method name, or `*` for all. */
  readonly method: string;
  /** Number of calls; unlimited by default. */
  times?: number;
  /** Responds with `{ok: false, error}`. */
  readonly error?: string;
  /** Further fields of that response. */
  readonly more?: JsonObject;
  /** Responds with HTTP 429 and this number of seconds in Retry-After. */
  readonly retryAfter?: number;
  /** Responds with this HTTP status and no JSON. */
  readonly status?: number;
  /** Delays the call by this number of milliseconds. It then continues, unless another fault is set as well. */
  readonly latency?: number;
}

export interface PlannedFault {
  /** Whether it still awaits a call. */
  readonly pending: boolean;
  cancel(): void;
}

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

  /** Returns the fault for this call, if any, and counts it. */
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
