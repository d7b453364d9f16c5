import type { RecordedRequest } from '../http/requests-seen.ts';
import { routes } from '../http/routes.ts';
import type { Service } from '../store/cloud-service.ts';
import { type JobStatus, jobStatuses } from '../store/job-status.ts';
import { assertSettings, type Settings } from '../store/settings.ts';
import { type Fault, type FaultKind, faultKinds, fits, type PlannedFault } from './cloud-faults.ts';
import { readState, type State } from './cloud-state.ts';

/** What to do to the next requests. */
interface FailureOptions {
  /** A route's name with `*` for any letters; every route when left out. */
  readonly route?: string;
  /** `status` when left out. */
  readonly how?: FaultKind;
  /** Of the spoilt answer; 503 for `status`, 500 for `internal`, else 200. */
  readonly status?: number;
  /** JSON body for `status`. */
  readonly body?: unknown;
  /** Do what was asked, and only then spoil the answer: the change is made, its answer lost. */
  readonly after?: boolean;
  /** Only requests that change something; all, when left out. */
  readonly changes?: boolean;
  /** How many requests; 1 when left out. */
  readonly times?: number;
}

/** Hands on the service from outside. All of it throws TypeError, in a sentence, on what makes no sense. */
export interface Control {
  settings(): Readonly<Settings>;
  set(changes: Partial<Settings>): void;
  /** Answers come this many milliseconds late: those of one route (`*` for any letters), or all. */
  latency(ms: number, route?: string): void;
  fail(failure: FailureOptions): PlannedFault;
  /** Makes every token issued so far worthless. */
  expireTokens(): void;
  changePassword(userName: string, password: string): void;
  /** The job has this status from now on; `succeeded` makes its change. */
  forceJob(id: string, status: JobStatus): void;
  /** Sets the service's clock forward by milliseconds. */
  advance(ms: number): void;
  /** Back to the seeded data, the default settings and the injected clock; forgets faults and requests. */
  reset(): void;
  clearRequests(): void;
  /** Failures that still wait for a request, and the latencies set. */
  faults(): { readonly failures: readonly Fault[]; readonly latencies: Readonly<Record<string, number>> };
  state(): State;
  requests(): readonly RecordedRequest[];
}

/** The hands on one service; `seen` is the list that its requests are put in. */
export function createControl(service: Service, seen: RecordedRequest[]): Control {
  const clearRequests = () => void seen.splice(0);
  return {
    settings: () => service.settings,
    set(changes) {
      assertSettings(changes);
      service.settings = { ...service.settings, ...changes };
    },
    latency(ms, route = '*') {
      assertCount('ms', ms, 0);
      service.faults.delay(knownRoute(route), ms);
    },
    fail: (failure) => service.faults.add(faultOf(failure)),
    expireTokens: () => service.tokens.revokeAll(),
    changePassword(userName, password) {
      const user = service.store.users.find((candidate) => candidate.userName === userName);
      if (!user) throw new TypeError(`no user ${userName}`);
      if (typeof password !== 'string' || password === '') throw new TypeError('a password must be text');
      user.password = password;
    },
    forceJob(id, status) {
      const job = service.store.jobs.get(id);
      if (!job) throw new TypeError(`no job ${id}`);
      job.forced = oneOf('status', status, jobStatuses);
    },
    advance(ms) {
      assertCount('advance', ms, 0);
      service.advance(ms);
    },
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

function faultOf({
  route = '*',
  how = 'status',
  after = false,
  changes = false,
  times = 1,
  ...rest
}: FailureOptions): Fault {
  oneOf('how', how, faultKinds);
  assertCount('times', times, 1);
  if (typeof after !== 'boolean') throw new TypeError('after must be true or false');
  if (typeof changes !== 'boolean') throw new TypeError('changes must be true or false');
  if (rest.status !== undefined && !(rest.status >= 200 && rest.status <= 599)) {
    throw new TypeError('status must be between 200 and 599');
  }
  return { route: knownRoute(route), how, after, changes, times, ...rest };
}

function knownRoute(pattern: string): string {
  if (routes.some(({ name }) => fits(pattern, name))) return pattern;
  throw new TypeError(`no route ${pattern}; there are ${routes.map(({ name }) => name).join(', ')}`);
}

/** The value, which is one of the choices. @throws TypeError that lists them otherwise. */
export function oneOf<Choice>(name: string, value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new TypeError(`${name} must be one of ${choices.join(', ')}`);
  return choice;
}

function assertCount(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new TypeError(`${name} must be a whole number of at least ${least}`);
  }
}
