/** A message of a stream: an event with its data as text, or the loss or return of the server. */
export type StreamMessage =
  | { readonly kind: string; readonly data: string }
  | { readonly stream: 'lost' | 'back' };

export type OnMessage = (message: StreamMessage) => void;

/** Opens a stream of the server for events of some kinds. Returns a function that closes it. */
export function openStream(path: string, kinds: readonly string[], onMessage: OnMessage): () => void {
  const source = new EventSource(path);
  let lost = false;
  for (const kind of kinds)
    source.addEventListener(kind, ({ data }) => onMessage({ kind, data: String(data) }));
  source.onerror = () => {
    lost = true;
    onMessage({ stream: 'lost' });
  };
  source.onopen = () => {
    if (lost) onMessage({ stream: 'back' });
  };
  return () => source.close();
}
