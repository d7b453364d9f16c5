import type { FromWorker, OnMessage, ToWorker } from './shared-streams.ts';

/** Receives the data of an event, whose shape is the server's own type. */
interface Listener {
  onEvent(data: unknown): void;
}

/** The listeners of a stream, by event name. */
export type Listeners = Readonly<Record<string, Listener['onEvent']>>;

/** What a window does as its stream begins and ends. */
interface StreamStates {
  /** Nothing that happens from now on is missed, so what was before may be asked for. */
  onJoined(): void;
  /** The server cannot be reached any more. */
  onLost?(): void;
}

/**
 * Follows a stream of the server. A browser keeps six connections to one host, so all windows share one by way of a
 * worker; where there are no shared workers, each has its own. When the server comes back after it was gone, the
 * page is reloaded, since all it showed may be outdated.
 * @returns the way to stop
 */
export function subscribe(path: string, listeners: Listeners, states: StreamStates): () => void {
  const kinds = Object.keys(listeners);
  const onMessage: OnMessage = (passed) => {
    if (passed.path !== path) return;
    if ('data' in passed) listeners[passed.kind]?.(JSON.parse(passed.data));
    else if (passed.stream === 'joined') states.onJoined();
    else if (passed.stream === 'lost') states.onLost?.();
    else location.reload();
  };
  return typeof SharedWorker === 'undefined'
    ? openStream(path, kinds, onMessage)
    : joinSharedStream(path, kinds, onMessage);
}

/** A stream that is told all from its beginning, so that nothing is missed. */
function openStream(path: string, kinds: readonly string[], onMessage: OnMessage): () => void {
  const stop = listen(path, kinds, onMessage);
  onMessage({ path, stream: 'joined' });
  return stop;
}

/** Nobody tells a worker that a window was closed, so each window says itself that it goes. */
function joinSharedStream(path: string, kinds: readonly string[], onMessage: OnMessage): () => void {
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
  const send = (what: ToWorker): void => port.postMessage(what);
  const leave = (): void => {
    send({ leave: true });
    port.close();
  };
  const reloadIfRestored = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) location.reload();
  };
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => onMessage(data);
  send({ join: path, kinds });
  addEventListener('pagehide', leave);
  addEventListener('pageshow', reloadIfRestored);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', reloadIfRestored);
    leave();
  };
}

/** Opens a stream of its own. */
export function listen(path: string, kinds: readonly string[], onMessage: OnMessage): () => void {
  const source = new EventSource(path);
  let lost = false;
  for (const kind of kinds)
    source.addEventListener(kind, ({ data }) => onMessage({ path, kind, data: String(data) }));
  source.onerror = () => {
    lost = true;
    onMessage({ path, stream: 'lost' });
  };
  source.onopen = () => {
    if (lost) onMessage({ path, stream: 'back' });
  };
  return () => source.close();
}
