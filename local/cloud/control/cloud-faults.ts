import * as z from 'zod';
import { exactly } from '../http/body-schema.ts';

/** What happens to requests. */
export const faultIn = exactly({
  /** A route's name, `*` standing for any letters: `alertPolicies.create`, `alertPolicies.*`, `*`. */
  route: z.string().default('*'),
  how: z
    .enum(['status', 'internal', 'drop', 'hang', 'html', 'empty', 'broken', 'wrongShape'])
    .default('status'),
  /** Of the answer that is sent; 503 for `status`, 500 for `internal`, 200 for the others. */
  status: z.exactOptional(z.int().min(200).max(599)),
  /** What `status` sends as its JSON body; a `{"message"}` when left out. */
  body: z.unknown().optional(),
  /** Do what was asked first, and only then spoil the answer: the change is made, its answer lost. */
  after: z.boolean().default(false),
  /** Whether it meets only requests that change something; a login does not. */
  changes: z.boolean().default(false),
  /** How many more requests it meets. */
  times: z.int().positive().default(1),
});
export type Fault = z.output<typeof faultIn>;
export type FaultKind = Fault['how'];

/** A fault that was set. */
export interface PlannedFault {
  /** Whether it still waits for a request. */
  readonly pending: boolean;
  cancel(): void;
}

/** A request, as far as faults tell one from another. */
interface CallMatch {
  readonly route: string;
  readonly method: string;
}

export interface Faults {
  /** Faults wait in line: the first that fits a request meets it. */
  add(fault: Fault): PlannedFault;
  /** The fault that meets this request, counted down; undefined when none does. */
  take(request: CallMatch): Fault | undefined;
  pending(): readonly Fault[];
  /** Milliseconds by which answers of the routes that fit are late; the last said counts. */
  delay(route: string, ms: number): void;
  delayOf(route: string): number;
  delays(): Readonly<Record<string, number>>;
  clear(): void;
}

/** Nothing wrong yet. */
export function createFaults(): Faults {
  let waiting: Fault[] = [];
  const latencies = new Map<string, number>();
  return {
    add(fault) {
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
    take({ route, method }) {
      const changes = method !== 'GET' && route !== 'login';
      const fault = waiting.find(
        (candidate) => fits(candidate.route, route) && (changes || !candidate.changes),
      );
      if (fault) fault.times -= 1;
      waiting = waiting.filter((fault) => fault.times > 0);
      return fault;
    },
    pending: () => waiting,
    delay(route, ms) {
      latencies.delete(route);
      latencies.set(route, ms);
    },
    delayOf: (route) => [...latencies].findLast(([pattern]) => fits(pattern, route))?.[1] ?? 0,
    delays: () => Object.fromEntries(latencies),
    clear() {
      waiting = [];
      latencies.clear();
    },
  };
}

/** Whether a pattern with `*` fits a route's name; case does not matter. */
export function fits(pattern: string, name: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`, 'i').test(name);
}
