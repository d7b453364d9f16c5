import type { ServerResponse } from 'node:http';
import type { FaultSwitch, InspectorEvent, Trace } from './inspector-types.ts';

/** What listeners receive, as it is now. */
export interface InspectorSource {
  /** Newest first. */
  traces(): readonly Trace[];
  trace(id: string): Trace | undefined;
  faults(): readonly FaultSwitch[];
}

/** Changes that come within so many milliseconds are sent together. */
const batchMs = 30;

/** Sends what changed to all who listen, as server-sent events. */
export class Stream {
  readonly #source: InspectorSource;
  readonly #listeners = new Set<ServerResponse>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(source: InspectorSource) {
    this.#source = source;
  }

  open(response: ServerResponse): void {
    const { traces, faults } = this.#source;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.#write(response, { kind: 'traces', data: traces() });
    this.#write(response, { kind: 'faults', data: faults() });
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
  }

  /** Sends a changed trace soon, batched with other changes. */
  traceChanged(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#flush(), batchMs).unref();
  }

  faultsChanged(): void {
    this.#send({ kind: 'faults', data: this.#source.faults() });
  }

  /** Everything is as at the start. */
  reset(): void {
    this.#changed.clear();
    this.#send({ kind: 'traces', data: this.#source.traces() });
    this.faultsChanged();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.end();
  }

  #flush(): void {
    this.#timer = undefined;
    for (const id of this.#changed) {
      const trace = this.#source.trace(id);
      if (trace) this.#send({ kind: 'trace', data: trace });
    }
    this.#changed.clear();
  }

  #send(event: InspectorEvent): void {
    for (const listener of this.#listeners) this.#write(listener, event);
  }

  #write(response: ServerResponse, { kind, data }: InspectorEvent): void {
    response.write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
