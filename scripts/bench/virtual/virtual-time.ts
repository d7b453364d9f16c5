import { setImmediate as turn } from 'node:timers/promises';
import type { Millis } from '../../../src/core/clock.ts';

/** Turns of the event loop until what is ready has gone on. */
const turns = 4;

/**
 * A clock that moves on only when everything waits for it, so that computing takes no time and a run takes equally long on each machine.
 */
export class VirtualTime {
  now: Millis = 0;
  #sleeping: readonly { readonly until: Millis; readonly wake: () => void }[] = [];
  #outside = 0;

  readonly sleep = (ms: Millis): Promise<void> =>
    new Promise((wake) => {
      this.#sleeping = [...this.#sleeping, { until: this.now + ms, wake }];
    });

  /** Awaits what happens in real time, such as a call over a socket. The clock stands still meanwhile. */
  async outside<Result>(call: Promise<Result>): Promise<Result> {
    this.#outside += 1;
    try {
      return await call;
    } finally {
      this.#outside -= 1;
    }
  }

  /** Lets time pass until some work is done. Throws if nothing happens any more before. */
  async run<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const end = (): void => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      for (let at = 0; at < turns; at += 1) await turn();
      if (isDone) return work;
      if (this.#outside === 0) this.#goOn();
    }
  }

  #goOn(): void {
    const until = Math.min(...this.#sleeping.map((one) => one.until));
    if (until === Number.POSITIVE_INFINITY) throw new Error('Nothing happens any more');
    this.now = Math.max(this.now, until);
    const awake = this.#sleeping.filter((one) => one.until === until);
    this.#sleeping = this.#sleeping.filter((one) => one.until !== until);
    for (const { wake } of awake) wake();
  }
}

/** Runs something with random numbers that are the same each time. */
export async function withSameChances<Result>(run: () => Promise<Result>): Promise<Result> {
  const { random } = Math;
  let state = 1;
  // The multiplier and the modulus of `minstd_rand`.
  Math.random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  try {
    return await run();
  } finally {
    Math.random = random;
  }
}
