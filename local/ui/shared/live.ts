import type { FromWorker, Hear, ToWorker } from './shared-streams.ts';

/** Hears the data of an event, whose shape is the server's own type. */
interface Listener {
  hear(data: unknown): void;
}

/** The listeners of a stream, by event name. */
export type Listeners = Readonly<Record<string, Listener['hear']>>;

/** What a window does as its stream begins and ends. */
interface Turns {
  /** Nothing that happens from now on is missed, so what was before may be asked for. */
  joined(): void;
  /** The server cannot be reached any more. */
  lost?(): void;
}

/**
 * Follows a stream of the server. A browser keeps six connections to one host, so all windows share one by way of a
 * worker; where there are no shared workers, each has its own. When the server comes back after it was gone, the
 * page is reloaded, since all it showed may be outdated.
 * @returns the way to stop
 */
export function follow(path: string, listeners: Listeners, turns: Turns): () => void {
  const kinds = Object.keys(listeners);
  const hear: Hear = (passed) => {
    if (passed.path !== path) return;
    if ('data' in passed) listeners[passed.kind]?.(JSON.parse(passed.data));
    else if (passed.stream === 'joined') turns.joined();
    else if (passed.stream === 'lost') turns.lost?.();
    else location.reload();
  };
  return typeof SharedWorker === 'undefined' ? alone(path, kinds, hear) : together(path, kinds, hear);
}

/** A stream that is told all from its beginning, so that nothing is missed. */
function alone(path: string, kinds: readonly string[], hear: Hear): () => void {
  const stop = listen(path, kinds, hear);
  hear({ path, stream: 'joined' });
  return stop;
}

/** Nobody tells a worker that a window was closed, so each window says itself that it goes. */
function together(path: string, kinds: readonly string[], hear: Hear): () => void {
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
  const tell = (what: ToWorker): void => port.postMessage(what);
  const leave = (): void => {
    tell({ leave: true });
    port.close();
  };
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) location.reload();
  };
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  tell({ join: path, kinds });
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    leave();
  };
}

/** Opens a stream of its own. */
export function listen(path: string, kinds: readonly string[], hear: Hear): () => void {
  const source = new EventSource(path);
  let lost = false;
  for (const kind of kinds)
    source.addEventListener(kind, ({ data }) => hear({ path, kind, data: String(data) }));
  source.onerror = () => {
    lost = true;
    hear({ path, stream: 'lost' });
  };
  source.onopen = () => {
    if (lost) hear({ path, stream: 'back' });
  };
  return () => source.close();
}
