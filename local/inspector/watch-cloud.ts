import type { Emulator, State } from '../cloud/index.ts';
import type { ServiceState } from './inspector-types.ts';

/** How things stand at the service, and who wants to know. */
export interface ServiceWatch {
  readonly state: ServiceState | null;
  /** Compares with what was last told; while something is pending and somebody watches, again and again. */
  look(): void;
  stop(): void;
}

const lookAgainMs = 1_000;

/** Watches the embedded service. `changed` is told when its state is another than it was. */
export function watchService(
  emulator: Emulator | undefined,
  { isWatched, changed }: { isWatched: () => boolean; changed: () => void },
): ServiceWatch {
  let timer: NodeJS.Timeout | undefined;
  let told = '';

  const read = (): ServiceState | null => {
    const state = emulator?.control.state();
    return state ? { ...state, pending: isPending(state) } : null;
  };

  function look(): void {
    clearTimeout(timer);
    if (!isWatched()) return;
    const state = read();
    const now = JSON.stringify(state);
    if (now !== told) {
      told = now;
      changed();
    }
    if (state?.pending) timer = setTimeout(look, lookAgainMs).unref();
  }

  const stop = emulator?.follow(({ method }) => {
    if (method !== 'GET') look();
  });
  return {
    get state() {
      return read();
    },
    look,
    stop() {
      clearTimeout(timer);
      stop?.();
    },
  };
}

const underWay = ['notStarted', 'executing', 'resumed', 'running'];

/** Whether something goes on that ends by itself. */
function isPending({ jobs, crossFirewalls, localFirewalls }: State): boolean {
  return (
    jobs.some(({ status }) => underWay.includes(status)) ||
    [...crossFirewalls, ...localFirewalls].some(({ status }) => status === 'pending')
  );
}
