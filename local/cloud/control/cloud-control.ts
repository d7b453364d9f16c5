import type * as z from 'zod';
import type { RecordedRequest } from '../http/requests-seen.ts';
import { routes } from '../http/routes.ts';
import type { Service } from '../store/cloud-service.ts';
import type { JobStatus } from '../store/job-status.ts';
import { changedSettings, type Settings } from '../store/settings.ts';
import { type Fault, faultIn, fits, type PlannedFault } from './cloud-faults.ts';
import { readState, type State } from './cloud-state.ts';

/** Hands on the service from outside. What makes no sense throws an error that says so. */
export interface Control {
  settings(): Readonly<Settings>;
  set(changes: Partial<Settings>): void;
  /** Delays the responses by this many milliseconds: those of one route (with `*` as a wildcard), or all. */
  latency(ms: number, route?: string): void;
  fail(failure: z.input<typeof faultIn>): PlannedFault;
  /** Invalidates all tokens issued so far. */
  expireTokens(): void;
  changePassword(userName: string, password: string): void;
  /** Gives the job a fixed status; `succeeded` makes its change. */
  forceJob(id: string, status: JobStatus): void;
  /** Sets the service's clock forward, in milliseconds. */
  advance(ms: number): void;
  /** Restores the seeded data, the default settings and the injected clock; removes faults and recorded requests. */
  reset(): void;
  clearRequests(): void;
  /** Returns the failures that still await a request, and the latencies. */
  faults(): { readonly failures: readonly Fault[]; readonly latencies: Readonly<Record<string, number>> };
  state(): State;
  requests(): readonly RecordedRequest[];
}

/** Creates the controls of a service. `seen` is the list of its recorded requests. */
export function createControl(service: Service, seen: RecordedRequest[]): Control {
  const clearRequests = () => void seen.splice(0);
  return {
    settings: () => service.settings,
    set(changes) {
      service.settings = { ...service.settings, ...changedSettings.parse(changes) };
    },
    latency(ms, route = '*') {
      service.faults.delay(knownRoute(route), ms);
    },
    fail(failure) {
      const fault = faultIn.parse(failure);
      knownRoute(fault.route);
      return service.faults.add(fault);
    },
    expireTokens: () => service.tokens.revokeAll(),
    changePassword(userName, password) {
      const user = service.store.users.find((candidate) => candidate.userName === userName);
      if (!user) throw new TypeError(`no user ${userName}`);
      user.password = password;
    },
    forceJob(id, status) {
      const job = service.store.jobs.get(id);
      if (!job) throw new TypeError(`no job ${id}`);
      job.forced = status;
    },
    advance: (ms) => service.advance(ms),
    reset() {
      service.reset();
      clearRequests();
    },
    clearRequests,
    faults: () => ({ failures: service.faults.pending(), latencies: service.faults.delays() }),
    state: () => readState(service.store, service.now()),
    requests: () => seen,
  };
}

function knownRoute(pattern: string): string {
  if (routes.some(({ name }) => fits(pattern, name))) return pattern;
  throw new TypeError(`no route ${pattern}; there are ${routes.map(({ name }) => name).join(', ')}`);
}
