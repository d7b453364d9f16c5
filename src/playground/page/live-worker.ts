import { listen } from './live.ts';

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
    const ports = streams.get(path) ?? open(path, kinds);
    ports.add(port);
  };
});

function open(path: string, kinds: readonly string[]): Set<MessagePort> {
  const ports = new Set<MessagePort>();
  streams.set(path, ports);
  listen(path, kinds, (passed) => {
    for (const port of ports) port.postMessage(passed);
  });
  return ports;
}
