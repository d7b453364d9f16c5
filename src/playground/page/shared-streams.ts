import type { listen, Passed } from './live.ts';

/** What a window tells the shared worker by a port, which is for one stream. */
export type Told = { readonly join: string; readonly kinds: readonly string[] } | { readonly leave: true };

/** The worker's end of the way to a window. */
interface Port {
  postMessage(passed: Passed): void;
  onmessage: ((event: MessageEvent<Told>) => void) | null;
}

interface Stream {
  readonly ports: Set<Port>;
  readonly stop: () => void;
}

/** One stream for all windows that want it, open for as long as one of them does. */
export class SharedStreams {
  readonly #open: typeof listen;
  readonly #streams = new Map<string, Stream>();

  constructor(open: typeof listen) {
    this.#open = open;
  }

  /** Takes a window in, which says what it wants, and later that it goes. */
  connect(port: Port): void {
    port.onmessage = ({ data }) => {
      if ('leave' in data) this.#leave(port);
      else this.#join(port, data.join, data.kinds);
    };
  }

  #join(port: Port, path: string, kinds: readonly string[]): void {
    const { ports } = this.#streams.get(path) ?? this.#begin(path, kinds);
    ports.add(port);
    port.postMessage({ path, stream: 'joined' });
  }

  #begin(path: string, kinds: readonly string[]): Stream {
    const ports = new Set<Port>();
    const stop = this.#open(path, kinds, (passed) => {
      for (const port of ports) port.postMessage(passed);
    });
    const stream = { ports, stop };
    this.#streams.set(path, stream);
    return stream;
  }

  #leave(port: Port): void {
    for (const [path, { ports, stop }] of this.#streams) {
      if (!ports.delete(port) || ports.size > 0) continue;
      this.#streams.delete(path);
      stop();
    }
  }
}
