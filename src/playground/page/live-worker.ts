import { listen, type Passed } from './live.ts';

/** What a window asks for. */
interface Wanted {
  readonly path: string;
  readonly kinds: readonly string[];
}

/** One stream for all windows that want it. */
const streams = new Map<string, Set<MessagePort>>();

addEventListener('connect', (event) => {
  if (!(event instanceof MessageEvent)) return;
  const [port] = event.ports;
  if (!port) return;
  port.onmessage = ({ data: { path, kinds } }: MessageEvent<Wanted>) => {
    const listeners = streams.get(path) ?? open(path, kinds);
    listeners.add(port);
  };
});

function open(path: string, kinds: readonly string[]): Set<MessagePort> {
  const listeners = new Set<MessagePort>();
  streams.set(path, listeners);
  listen(path, kinds, (data) => {
    const passed: Passed = data === undefined ? { path } : { path, data };
    for (const port of listeners) port.postMessage(passed);
  });
  return listeners;
}
