import type { LocalCloud, State } from '../cloud/index.ts';
import type { CloudState } from './inspector-types.ts';

/** Watches the state of the local cloud. */
export interface CloudWatcher {
  readonly state: CloudState | null;
  /** Compares with the last reported state; repeats while something is pending and the page listens. */
  refresh(): void;
  stop(): void;
}

const pollMs = 1_000;

/** Watches the local cloud. `changed` is called when its state differs from the last one reported. */
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
