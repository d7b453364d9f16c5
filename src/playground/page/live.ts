/** What the shared worker passes on: one event of one stream, its data still as text; none when it began anew. */
export interface Passed {
  readonly path: string;
  readonly data?: string;
}

/**
 * Follows a stream of the server. A browser keeps six connections to one host, so all windows share one by way of a
 * worker; where there are no shared workers, each has its own. When the server comes back after it was gone, the
 * page is loaded anew, since all it showed may be forgotten.
 * @param kinds the names of the events that are wanted
 * @returns the way to stop
 */
export function follow<Event>(
  path: string,
  kinds: readonly string[],
  listener: (event: Event) => void,
): () => void {
  const hear = (data?: string): void => {
    if (data === undefined) location.reload();
    else listener(JSON.parse(data));
  };
  if (typeof SharedWorker === 'undefined') return listen(path, kinds, hear);
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
  port.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (data.path === path) hear(data.data);
  };
  port.postMessage({ path, kinds });
  return () => port.close();
}

/** Opens a stream of its own; hears nothing at all when the stream comes back after it was lost. */
export function listen(path: string, kinds: readonly string[], hear: (data?: string) => void): () => void {
  const source = new EventSource(path);
  let lost = false;
  source.onerror = () => {
    lost = true;
  };
  source.onopen = () => {
    if (lost) hear();
  };
  for (const kind of kinds) source.addEventListener(kind, ({ data }) => hear(String(data)));
  return () => source.close();
}
