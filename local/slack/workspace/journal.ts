import type { JsonObject } from '../payload/json.ts';

/** What can happen; a `reset` forgets all that was before it, and at `clock` the clock was moved. */
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

/** One thing that happened in the workspace, in order. Cursors start at 1 and have no gaps. */
export interface Entry {
  readonly cursor: number;
  /** Milliseconds since the epoch, by the clock of the local Slack. */
  readonly at: number;
  readonly kind: (typeof entryKinds)[number];
  /** The `id` of the call, the response or the request that this came of, if it came of one. */
  readonly cause?: string;
  /** Only these people (user ids) can see it; absent for what no person sees. */
  readonly audience?: string[];
  readonly data: JsonObject;
}

type Listener = (entry: Entry) => void;

/** The append-only list of what happened, which can be read from a cursor on, followed, and waited for. */
export class Journal {
  readonly #clock: () => number;
  readonly #listeners = new Set<Listener>();
  #entries: Entry[] = [];
  #last = 0;
  #cause: string | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The cursor of the newest entry; 0 when nothing has happened yet. */
  get cursor(): number {
    return this.#last;
  }

  /** Writes down what happened and tells those who follow. */
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

  /** Does something at once; all that it writes down has this cause. */
  because<T>(cause: string, act: () => T): T {
    const before = this.#cause;
    this.#cause = cause;
    try {
      return act();
    } finally {
      this.#cause = before;
    }
  }

  /** Entries after `cursor`, oldest first. */
  since(cursor: number, wanted: (entry: Entry) => boolean = () => true): Entry[] {
    return this.#entries.filter((entry) => entry.cursor > cursor && wanted(entry));
  }

  /** Calls `listener` for each entry to come; returns the way to stop. */
  follow(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The wanted entries after `cursor`, waiting up to `timeout` milliseconds for the first one.
   * Resolves with an empty list when none came.
   */
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

  /** Forgets what happened and says so; cursors go on counting, so that nobody waits on an old one for ever. */
  reset(): void {
    this.#entries = [];
    this.append('reset', {});
  }
}
