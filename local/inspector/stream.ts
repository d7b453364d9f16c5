import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { CloudState, FaultSwitch, InspectorEvent, Trace } from './inspector-types.ts';

/** What is to be told, as it is now. */
export interface InspectorSource {
  /** Grows with each change of a trace. */
  version(): number;
  /** Those that changed after `version`, newest first. */
  traces(version?: number): readonly Trace[];
  trace(id: string): Trace | undefined;
  state(): CloudState | null;
  faults(): readonly FaultSwitch[];
}

/** Changes that come within so many milliseconds are told together. */
const batchMs = 30;

/** Tells all who listen what changed, as server-sent events. */
export class Stream {
  readonly #source: InspectorSource;
  readonly #listeners = new Set<ServerResponse>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** Names the time since the start or the last reset; event ids of other times mean nothing. */
  #era = randomUUID();

  constructor(source: InspectorSource) {
    this.#source = source;
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds a listener; `since` is the id of the last event that it received. */
  open(response: ServerResponse, since: string): void {
    const { traces, state, faults } = this.#source;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const [era, version] = since.split('/');
    if (era === this.#era && /^\d+$/.test(version ?? '')) {
      for (const trace of traces(Number(version)).toReversed())
        this.#write(response, { kind: 'trace', data: trace });
    } else {
      this.#write(response, { kind: 'traces', data: traces() });
    }
    this.#write(response, { kind: 'state', data: state() });
    this.#write(response, { kind: 'faults', data: faults() });
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
  }

  /** Sends a changed trace soon, batched with other changes. */
  traceChanged(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#flush(), batchMs).unref();
  }

  stateChanged(): void {
    this.#tell({ kind: 'state', data: this.#source.state() });
  }

  faultsChanged(): void {
    this.#tell({ kind: 'faults', data: this.#source.faults() });
  }

  /** Everything is as at the start. */
  reset(): void {
    this.#changed.clear();
    this.#era = randomUUID();
    this.#tell({ kind: 'traces', data: this.#source.traces() });
    this.stateChanged();
    this.faultsChanged();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.end();
  }

  #flush(): void {
    this.#timer = undefined;
    const ids = [...this.#changed];
    this.#changed.clear();
    for (const id of ids) {
      const trace = this.#source.trace(id);
      if (trace) this.#tell({ kind: 'trace', data: trace });
    }
  }

  #tell(event: InspectorEvent): void {
    for (const listener of this.#listeners) this.#write(listener, event);
  }

  /** What is still to be flushed may be older than the version in the id; it would be missed, so it counts back. */
  #write(response: ServerResponse, { kind, data }: InspectorEvent): void {
    const version = this.#changed.size > 0 ? 0 : this.#source.version();
    response.write(`id: ${this.#era}/${version}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
