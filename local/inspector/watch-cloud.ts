import type { LocalCloud, State } from '../cloud/index.ts';
import type { CloudState } from './inspector-types.ts';

/** How things stand at the service, and who wants to know. */
export interface CloudWatcher {
  readonly state: CloudState | null;
  /** Compares with what was last told; while something is pending and somebody watches, again and again. */
  refresh(): void;
  stop(): void;
}

const pollMs = 1_000;

/** Watches the embedded service. `changed` is told when its state is another than it was. */
export function watchCloud(
  cloud: LocalCloud | undefined,
  { isWatched, changed }: { isWatched: () => boolean; changed: () => void },
): CloudWatcher {
  let timer: NodeJS.Timeout | undefined;
  let told = '';

  const read = (): CloudState | null => {
    const state = cloud?.control.state();
    return state ? { ...state, pending: isPending(state) } : null;
  };

  function refresh(): void {
    clearTimeout(timer);
    if (!isWatched()) return;
    const state = read();
    const now = JSON.stringify(state);
    if (now !== told) {
      told = now;
      changed();
    }
    if (state?.pending) timer = setTimeout(refresh, pollMs).unref();
  }

  const stop = cloud?.follow(({ method }) => {
    if (method !== 'GET') refresh();
  });
  return {
    get state() {
      return read();
    },
    refresh,
    stop() {
      clearTimeout(timer);
      stop?.();
    },
  };
}

const runningStatuses = ['notStarted', 'executing', 'resumed', 'running'];

/** Whether something goes on that ends by itself. */
function isPending({ jobs, crossFirewalls, localFirewalls }: State): boolean {
  return (
    jobs.some(({ status }) => runningStatuses.includes(status)) ||
    [...crossFirewalls, ...localFirewalls].some(({ status }) => status === 'pending')
  );
}
