import { type OnMessage, openStream, type StreamMessage } from './event-stream.ts';

/** Receives the data of an event, whose shape is the server's own type. */
interface Listener {
  onEvent(data: unknown): void;
}

/** The listeners of a stream, by event name. */
type Listeners = Readonly<Record<string, Listener['onEvent']>>;

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
