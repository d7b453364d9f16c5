import { listenOnLoopback } from '../loopback/listen.ts';
import { type Control, createControl } from './control/cloud-control.ts';
import { createListener } from './http/listener.ts';
import type { RecordedRequest } from './http/requests-seen.ts';
import { createService } from './store/cloud-service.ts';
import type { Settings } from './store/settings.ts';

export type { State } from './control/cloud-state.ts';
export type { RecordedRequest } from './http/requests-seen.ts';
export { credentialsOf, users } from './seed/seed-users.ts';
export type { Settings } from './store/settings.ts';

export interface LocalCloudOptions {
  /** On 127.0.0.1; any free one when left out. */
  readonly port?: number;
  /** Milliseconds since the epoch; `Date.now` when left out. Everything that takes time goes by it but latency. */
  readonly clock?: () => number;
  /** Seed of the sample data, 1 when left out. A seed gives the same data for the whole of a month. */
  readonly seed?: number;
  /** Settings to begin with; a reset goes back to the defaults. */
  readonly settings?: Partial<Settings>;
}

export interface LocalCloud {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string;
  /** Every request to the service so far, oldest first; the control endpoint's own are not among them. */
  readonly requests: readonly RecordedRequest[];
  readonly control: Control;
  /** Like `url`, for observers: these requests meet no fault or delay and are not recorded. */
  readonly quietUrl: string;
  /** Calls `listener` when a request was dealt with; returns the way to stop. */
  follow(listener: (request: RecordedRequest) => void): () => void;
  clearRequests(): void;
  /** Ends all connections, also those that hang. */
  close(): Promise<void>;
}

/**
 * Starts the Cloud Infrastructure Service on loopback, with seeded data: every endpoint of interface.md §4 and of
 * service-facts 2 and 3. The control endpoint is described in control/endpoint.ts.
 * @throws the error of `listen` when the port is taken.
 */
export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const { port = 0, clock = Date.now, seed = 1, settings = {} } = options;
  const service = createService(clock, seed);
  const requests: RecordedRequest[] = [];
  const control = createControl(service, requests);
  control.set(settings);

  const listeners = new Set<(request: RecordedRequest) => void>();
  const { url, close } = await listenOnLoopback(
    createListener(service, control, {
      seen: (request) => requests.push(request),
      answered: (request) => {
        for (const listener of listeners) listener(request);
      },
    }),
    port,
  );
  return {
    url,
    quietUrl: `${url}/_quiet`,
    requests,
    control,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clearRequests: control.clearRequests,
    close,
  };
}
