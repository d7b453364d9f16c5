import { type Answer, type Call, calm, type Weather } from '../support/wire.ts';
import type { Random } from './seeds.ts';

interface Waiting {
  readonly go: () => Promise<Answer>;
  readonly answer: PromiseWithResolvers<Answer>;
}

/** A scheduler of the calls that decide a race, and how often it had more than one to choose from. */
export interface Turns extends Weather {
  readonly choices: number;
}

/** Other calls that are about to start have this many turns of the event loop, each of a millisecond, to do so. */
const patience = 4;

/**
 * Lets the calls of the workers to table and queue through one at a time, in random order: any waiting call may be next,
 * whenever it came.
 */
export function turnsOf(draw: Random): Turns {
  const waiting: Waiting[] = [];
  let busy = false;
  let choices = 0;

  async function run(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      for (let turn = 0; turn < patience; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
      if (waiting.length > 1) choices += 1;
      const [next] = waiting.splice(draw.below(waiting.length), 1);
      if (next) await next.go().then(next.answer.resolve, next.answer.reject);
    }
    busy = false;
  }

  return {
    ...calm,
    get choices() {
      return choices;
    },
    turn({ by, side }: Call, go) {
      if (by !== 'worker' || (side !== 'table' && side !== 'queue')) return go();
      const answer = Promise.withResolvers<Answer>();
      waiting.push({ go, answer });
      run().catch(answer.reject);
      return answer.promise;
    },
  };
}
