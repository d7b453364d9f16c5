/** What the shared worker passes on of one stream: an event's data, still as text, or that the server went or came back. */
export type Passed = { readonly path: string } & (
  | { readonly kind: string; readonly data: string }
  | { readonly server: 'lost' | 'back' }
);

type Hear = (passed: Passed) => void;

/** Hears the data of an event, whose shape is the server's own type. */
interface Listener {
  hear(data: unknown): void;
}

/** Who hears the events of a stream, by their names. */
export type Listeners = Readonly<Record<string, Listener['hear']>>;

/**
 * Follows a stream of the server. A browser keeps six connections to one host, so all windows share one by way of a
 * worker; where there are no shared workers, each has its own. When the server comes back after it was gone, the
 * page is loaded anew, since all it showed may be forgotten.
 * @param onLost told when the server cannot be reached any more
 * @returns the way to stop
 */
export function follow(path: string, listeners: Listeners, onLost: () => void = () => {}): () => void {
  const kinds = Object.keys(listeners);
  const hear: Hear = (passed) => {
    if (passed.path !== path) return;
    if ('data' in passed) listeners[passed.kind]?.(JSON.parse(passed.data));
    else if (passed.server === 'back') location.reload();
    else onLost();
  };
  if (typeof SharedWorker === 'undefined') return listen(path, kinds, hear);
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
  port.onmessage = ({ data }: MessageEvent<Passed>) => hear(data);
  port.postMessage({ path, kinds });
  return () => port.close();
}

/** Opens a stream of its own. */
export function listen(path: string, kinds: readonly string[], hear: Hear): () => void {
  const source = new EventSource(path);
  let lost = false;
  for (const kind of kinds)
    source.addEventListener(kind, ({ data }) => hear({ path, kind, data: String(data) }));
  source.onerror = () => {
    lost = true;
    hear({ path, server: 'lost' });
  };
  source.onopen = () => {
    if (lost) hear({ path, server: 'back' });
  };
  return () => source.close();
}
