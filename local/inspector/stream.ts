import type { ServerResponse } from 'node:http';
import type { FaultSwitches } from './fault-switches.ts';
import type { InspectorEvent } from './inspector-types.ts';
import type { Traces } from './traces.ts';

/** Changes within this number of milliseconds are sent together. */
const batchMs = 30;

export class Stream {
  readonly #traces: Traces;
  readonly #faults: FaultSwitches;
  readonly #listeners = new Set<ServerResponse>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(traces: Traces, faults: FaultSwitches) {
    this.#traces = traces;
    this.#faults = faults;
  }

  open(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.#write(response, { kind: 'traces', data: this.#traces.all() });
    this.#write(response, { kind: 'faults', data: this.#faults.all() });
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
  }

  /** Schedules a changed trace for sending, batched with other changes. */
  traceChanged(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#flush(), batchMs).unref();
  }

  faultsChanged(): void {
    this.#send({ kind: 'faults', data: this.#faults.all() });
  }

  reset(): void {
    this.#changed.clear();
    this.#send({ kind: 'traces', data: this.#traces.all() });
    this.faultsChanged();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.end();
  }

  #flush(): void {
    this.#timer = undefined;
    for (const id of this.#changed) {
      const trace = this.#traces.get(id);
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
