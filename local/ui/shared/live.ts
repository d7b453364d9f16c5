import { type OnMessage, openStream, type StreamMessage } from './event-stream.ts';

/** Receives the data of an event, whose shape is the server's own type. */
interface Listener {
  onEvent(data: unknown): void;
}

type Listeners = Readonly<Record<string, Listener['onEvent']>>;

interface StreamStates {
  /** Called when no further event will be missed: from then on, the earlier state may be requested. */
  onJoined(): void;
  /** Called when the server can no longer be reached. */
  onLost?(): void;
}

/**
 * Follows a stream of the server. A browser limits connections to a host to six, so all windows share one through a shared
 * worker; without shared workers, each window has its own. When the server returns after a loss, the page is reloaded, since its
 * state may be outdated.
 * @returns a function that stops it
 */
export function subscribe(path: string, listeners: Listeners, states: StreamStates): () => void {
  const follow = typeof SharedWorker === 'undefined' ? openStream : joinSharedStream;
  const stop = follow(path, Object.keys(listeners), (message) => {
    if ('data' in message) listeners[message.kind]?.(JSON.parse(message.data));
    else if (message.stream === 'lost') states.onLost?.();
    else location.reload();
  });
  states.onJoined();
  return stop;
}

function joinSharedStream(path: string, kinds: readonly string[], onMessage: OnMessage): () => void {
  const channel = new BroadcastChannel(path);
  channel.onmessage = ({ data }: MessageEvent<StreamMessage>) => onMessage(data);
  new SharedWorker(new URL('./live-worker.ts', import.meta.url), {
    type: 'module',
    name: [path, ...kinds].join(' '),
  });
  const reloadIfRestored = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) location.reload();
  };
  addEventListener('pageshow', reloadIfRestored);
  return () => {
    removeEventListener('pageshow', reloadIfRestored);
    channel.close();
  };
}
