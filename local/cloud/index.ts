import { listenOnLoopback } from '../loopback/listen.ts';
import { createControl } from './control/cloud-control.ts';
import { createListener } from './http/listener.ts';
import type { RecordedRequest } from './http/requests-seen.ts';
import { createService } from './store/cloud-service.ts';
import type { Settings } from './store/settings.ts';

export type { State } from './control/cloud-state.ts';
export type { RecordedRequest } from './http/requests-seen.ts';
export { credentialsOf, users } from './seed/seed-users.ts';
export type { Settings } from './store/settings.ts';

export interface LocalCloudOptions {
  /** Port on 127.0.0.1; any free one by default. */
  readonly port?: number;
  /** Milliseconds since the epoch; `Date.now` by default. All durations except latency use it. */
  readonly clock?: () => number;
  /** Seed of the sample data; 1 by default. A seed yields the same data during a whole month. */
  readonly seed?: number;
  /** Initial settings; a reset restores the defaults. */
  readonly settings?: Partial<Settings>;
}

export type LocalCloud = Awaited<ReturnType<typeof startLocalCloud>>;

/**
 * Starts the Cloud Infrastructure Service on loopback, with seeded data and the operations that docs/cloud-api.md describes.
 * control/endpoint.ts describes the control endpoint.
 * @throws the error of `listen` if the port is taken
 */
export async function startLocalCloud(options: LocalCloudOptions = {}) {
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
    { now: clock },
  );
  return {
    /** `http://127.0.0.1:<port>`, without a trailing slash. */
    url,
    /** Like `url`, for observers: these requests are not recorded, and are not subject to faults or delays. */
    quietUrl: `${url}/_quiet`,
    /** All requests to the service so far, oldest first, without those to the control endpoint. */
    requests: control.requests(),
    control,
    /** Calls `listener` after each request. Returns a function that stops it. */
    follow(listener: (request: RecordedRequest) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clearRequests: control.clearRequests,
    /** Closes all connections, including hanging ones. */
    close,
  };
}
