import * as z from 'zod';
import { exactly } from '../http/body-schema.ts';

export const faultIn = exactly({
  /** A route's name, with `*` as a wildcard: `alertPolicies.create`, `alertPolicies.*`, `*`. */
  route: z.string().default('*'),
  how: z
    .enum(['status', 'internal', 'drop', 'hang', 'html', 'empty', 'text', 'broken', 'wrongShape'])
    .default('status'),
  /** HTTP status of the faulty response; 503 for `status`, 500 for `internal`, 200 for the others. */
  status: z.exactOptional(z.int().min(200).max(599)),
  /** The JSON body of a `status` fault; a `{"message"}` by default. */
  body: z.unknown().optional(),
  /** Do what was asked first, and only then spoil the answer: the change is made, its answer lost. */
  after: z.boolean().default(false),
  /** Whether it affects only requests that change something; a login does not. */
  changes: z.boolean().default(false),
  /** Number of further requests that it affects. */
  times: z.int().positive().default(1),
});
export type Fault = z.output<typeof faultIn>;
export type FaultKind = Fault['how'];

export interface PlannedFault {
  /** Whether it still awaits a request. */
  readonly pending: boolean;
  cancel(): void;
}

interface CallMatch {
  readonly route: string;
  readonly method: string;
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let waiting: Fault[] = [];
  const latencies = new Map<string, number>();
  return {
    /** Queues a fault. It affects the first matching request. */
    add(fault: Fault): PlannedFault {
      waiting.push(fault);
      return {
        get pending() {
          return waiting.includes(fault);
        },
        cancel() {
          waiting = waiting.filter((planned) => planned !== fault);
        },
      };
    },
    /** Returns the fault for this request and counts it down; undefined if none matches. */
    take({ route, method }: CallMatch): Fault | undefined {
      const changes = method !== 'GET' && route !== 'login';
      const fault = waiting.find(
        (candidate) => fits(candidate.route, route) && (changes || !candidate.changes),
      );
      if (fault) fault.times -= 1;
      waiting = waiting.filter((fault) => fault.times > 0);
      return fault;
    },
    pending: (): readonly Fault[] => waiting,
    /** Delays the responses of the matching routes, in milliseconds; the latest call wins. */
    delay(route: string, ms: number): void {
      latencies.delete(route);
      latencies.set(route, ms);
    },
    delayOf: (route: string): number =>
      [...latencies].findLast(([pattern]) => fits(pattern, route))?.[1] ?? 0,
    delays: (): Readonly<Record<string, number>> => Object.fromEntries(latencies),
    clear(): void {
      waiting = [];
      latencies.clear();
    },
  };
}

/** Whether a pattern with `*` matches a route's name; case-insensitive. */
export function fits(pattern: string, name: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`, 'i').test(name);
}
