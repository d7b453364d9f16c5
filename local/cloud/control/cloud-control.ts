import type * as z from 'zod';
import type { RecordedRequest } from '../http/requests-seen.ts';
import { routes } from '../http/routes.ts';
import type { Service } from '../store/cloud-service.ts';
import type { JobStatus } from '../store/job-status.ts';
import { changedSettings, type Settings } from '../store/settings.ts';
import { faultIn, fits, type PlannedFault } from './cloud-faults.ts';
import { readState, type State } from './cloud-state.ts';

export type Control = ReturnType<typeof createControl>;

/**
 * Creates the hands on a service from outside. What makes no sense throws an error that says so.
 * @param seen the list of its recorded requests
 */
export function createControl(service: Service, seen: RecordedRequest[]) {
  const clearRequests = () => void seen.splice(0);
  return {
    settings: (): Readonly<Settings> => service.settings,
    set(changes: Partial<Settings>): void {
      service.settings = { ...service.settings, ...changedSettings.parse(changes) };
    },
    /** Delays the responses by this many milliseconds: those of one route (with `*` as a wildcard), or all. */
    latency(ms: number, route = '*'): void {
      service.faults.delay(knownRoute(route), ms);
    },
    fail(failure: z.input<typeof faultIn>): PlannedFault {
      const fault = faultIn.parse(failure);
      knownRoute(fault.route);
      return service.faults.add(fault);
    },
    /** Invalidates all tokens issued so far. */
    expireTokens: (): void => service.tokens.revokeAll(),
    changePassword(userName: string, password: string): void {
      const user = service.store.users.find((candidate) => candidate.userName === userName);
      if (!user) throw new TypeError(`no user ${userName}`);
      user.password = password;
    },
    /** Gives the job a fixed status; `succeeded` makes its change. */
    forceJob(id: string, status: JobStatus): void {
      const job = service.store.jobs.get(id);
      if (!job) throw new TypeError(`no job ${id}`);
      job.forced = status;
    },
    /** Sets the service's clock forward, in milliseconds. */
    advance: (ms: number): void => service.advance(ms),
    /** Restores the seeded data, the default settings and the injected clock; removes faults and recorded requests. */
    reset(): void {
      service.reset();
      clearRequests();
    },
    clearRequests,
    /** Returns the failures that still await a request, and the latencies. */
    faults: () => ({ failures: service.faults.pending(), latencies: service.faults.delays() }),
    state: (): State => readState(service.store, service.now()),
    requests: (): readonly RecordedRequest[] => seen,
  };
}

function knownRoute(pattern: string): string {
  if (routes.some(({ name }) => fits(pattern, name))) return pattern;
  throw new TypeError(`no route ${pattern}; there are ${routes.map(({ name }) => name).join(', ')}`);
}
