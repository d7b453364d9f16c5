import type { Effect } from './effects.ts';

/** A worker with a job, or the sweeper. */
interface Turn {
  /** Counts them. */
  readonly turn: number;
  /** Milliseconds since the story began. */
  readonly at: number;
  readonly who: string;
}

/** What one of them did: one call of a port, which is a transaction if it writes several items. */
export interface Done extends Turn {
  readonly effects: readonly Effect[];
}

/** All that was done in a story, and a death that is planned for a place in it. */
export class Diary {
  readonly done: Done[] = [];
  /** Who died, and after how much that was `done`. */
  died: (Turn & { readonly done: number }) | undefined;
  #death: { readonly of: RegExp; left: number } | undefined;

  /** Lets a worker like this die once it has done so many things, before it does the next; with 0, before the first. */
  dieAfter(of: RegExp, done: number): void {
    this.#death = { of, left: done };
  }

  /** Notes what was done. */
  note(turn: Turn, effects: readonly Effect[]): void {
    this.done.push({ ...turn, effects });
    if (this.#death?.of.test(turn.who)) this.#death.left -= 1;
  }

  /** Returns whether it is now that this worker dies. */
  diesNow(turn: Turn): boolean {
    if (!this.#death?.of.test(turn.who) || this.#death.left > 0) return false;
    this.#death = undefined;
    this.died = { ...turn, done: this.done.length };
    return true;
  }
}
