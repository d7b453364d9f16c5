import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { BackstageEvent, ServiceState, Switch, Trail } from './inspector-types.ts';

/** What is to be told, as it is now. */
export interface Source {
  /** Grows with each change of a trail. */
  version(): number;
  /** Those that changed after `version`, newest first. */
  trails(version?: number): readonly Trail[];
  trail(id: string): Trail | undefined;
  state(): ServiceState | null;
  switches(): readonly Switch[];
}

/** Changes that come within so many milliseconds are told together. */
const togetherMs = 30;

/** Tells all who listen what changed, as server-sent events. */
export class Stream {
  readonly #source: Source;
  readonly #listeners = new Set<ServerResponse>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** Names the time since the start or the last reset; event ids of other times mean nothing. */
  #era = randomUUID();

  constructor(source: Source) {
    this.#source = source;
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Begins to tell somebody; `since` is the id of the last event that they had. */
  open(response: ServerResponse, since: string): void {
    const { trails, state, switches } = this.#source;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const [era, version] = since.split('/');
    if (era === this.#era && /^\d+$/.test(version ?? '')) {
      for (const trail of trails(Number(version)).toReversed())
        this.#write(response, { event: 'trail', data: trail });
    } else {
      this.#write(response, { event: 'trails', data: trails() });
    }
    this.#write(response, { event: 'state', data: state() });
    this.#write(response, { event: 'switches', data: switches() });
    this.#listeners.add(response);
    response.on('close', () => this.#listeners.delete(response));
  }

  /** A trail changed; it is told soon, together with what else changes meanwhile. */
  trailChanged(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => this.#flush(), togetherMs).unref();
  }

  stateChanged(): void {
    this.#tell({ event: 'state', data: this.#source.state() });
  }

  switchesChanged(): void {
    this.#tell({ event: 'switches', data: this.#source.switches() });
  }

  /** Everything is as at the start. */
  startAgain(): void {
    this.#changed.clear();
    this.#era = randomUUID();
    this.#tell({ event: 'trails', data: this.#source.trails() });
    this.stateChanged();
    this.switchesChanged();
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
      const trail = this.#source.trail(id);
      if (trail) this.#tell({ event: 'trail', data: trail });
    }
  }

  #tell(event: BackstageEvent): void {
    for (const listener of this.#listeners) this.#write(listener, event);
  }

  /** What is still to be flushed may be older than the version in the id; it would be missed, so it counts back. */
  #write(response: ServerResponse, { event, data }: BackstageEvent): void {
    const version = this.#changed.size > 0 ? 0 : this.#source.version();
    response.write(`id: ${this.#era}/${version}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
