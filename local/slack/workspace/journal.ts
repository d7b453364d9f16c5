import type { JsonObject } from '../payload/json.ts';

/** The kinds of events. A `reset` removes all earlier entries; a `clock` means that the clock was moved. */
export const entryKinds = [
  'message.posted',
  'message.changed',
  'message.deleted',
  'view.opened',
  'view.changed',
  'view.closed',
  'home.published',
  'notice',
  'call',
  'response',
  'request',
  'clock',
  'reset',
] as const;

/** An event in the workspace, in order. Cursors start at 1 and have no gaps. */
export interface Entry {
  readonly cursor: number;
  /** Milliseconds since the epoch, by the local Slack's clock. */
  readonly at: number;
  readonly kind: (typeof entryKinds)[number];
  /** The `id` of the call, response or request that caused it, if any. */
  readonly cause?: string;
  /** The people (user ids) who can see it; absent if it is visible to nobody. */
  readonly audience?: string[];
  readonly data: JsonObject;
}

type Listener = (entry: Entry) => void;

/** The append-only list of events. It can be read from a cursor on, followed, and awaited. */
export class Journal {
  readonly #clock: () => number;
  readonly #listeners = new Set<Listener>();
  #entries: Entry[] = [];
  #last = 0;
  #cause: string | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The cursor of the newest entry; 0 before the first. */
  get cursor(): number {
    return this.#last;
  }

  append(kind: Entry['kind'], data: JsonObject, audience?: string[]): Entry {
    this.#last += 1;
    const entry: Entry = {
      cursor: this.#last,
      at: this.#clock(),
      kind,
      data,
      ...(audience && { audience }),
      ...(this.#cause !== undefined && { cause: this.#cause }),
    };
    this.#entries.push(entry);
    for (const listener of this.#listeners) listener(entry);
    return entry;
  }

  /** Performs an act synchronously. All entries that it appends have this cause. */
  because<T>(cause: string, act: () => T): T {
    const before = this.#cause;
    this.#cause = cause;
    try {
      return act();
    } finally {
      this.#cause = before;
    }
  }

  /** Returns the entries after `cursor`, oldest first. */
  since(cursor: number, wanted: (entry: Entry) => boolean = () => true): Entry[] {
    return this.#entries.filter((entry) => entry.cursor > cursor && wanted(entry));
  }

  /** Calls `listener` for each new entry. Returns a function that stops it. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the wanted entries after `cursor`. Waits up to `timeout` milliseconds for the first one; empty if none arrives. */
  async next(cursor: number, wanted: (entry: Entry) => boolean, timeout: number): Promise<Entry[]> {
    const present = this.since(cursor, wanted);
    if (present.length > 0) return present;
    return new Promise((resolve) => {
      const finish = (entries: Entry[]): void => {
        clearTimeout(timer);
        stop();
        resolve(entries);
      };
      const timer = setTimeout(() => finish([]), timeout);
      const stop = this.follow((entry) => {
        if (wanted(entry)) finish([entry]);
      });
    });
  }

  /** Removes all entries and appends a `reset`. Cursors continue, so that nobody waits forever for an old one. */
  reset(): void {
    this.#entries = [];
    this.append('reset', {});
  }
}
