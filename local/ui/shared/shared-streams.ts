/**
 * What a window hears of one stream: an event's data, still as text; that it hears all from now on; that the server
 * went, or came back.
 */
export type FromWorker = { readonly path: string } & (
  | { readonly kind: string; readonly data: string }
  | { readonly stream: 'joined' | 'lost' | 'back' }
);

/** Takes what is passed on. */
export type OnMessage = (passed: FromWorker) => void;

/** Opens a stream of the server for events of some kinds; returns the way to stop. */
type Listen = (path: string, kinds: readonly string[], onMessage: OnMessage) => () => void;

/** What a window tells the shared worker by a port, which is for one stream. */
export type ToWorker =
  | { readonly join: string; readonly kinds: readonly string[] }
  | { readonly leave: true };

/** The worker's end of the way to a window. */
interface Port {
  postMessage(passed: FromWorker): void;
}

interface Stream {
  readonly ports: Set<Port>;
  readonly stop: () => void;
}

/** One stream for all windows that want it, open for as long as one of them does. */
export class SharedStreams {
  readonly #open: Listen;
  readonly #streams = new Map<string, Stream>();

  constructor(open: Listen) {
    this.#open = open;
  }

  /** Takes a window in; returns what takes what it tells: what it wants, and later that it goes. */
  connect(port: Port): (told: ToWorker) => void {
    return (told) => {
      if ('leave' in told) this.#leave(port);
      else this.#join(port, told.join, told.kinds);
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
