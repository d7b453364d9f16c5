import type { Millis } from '../core/clock.ts';
import type { Timer } from '../core/timer.ts';

/** After so long a call is answered, whatever it is doing: API Gateway waits 30 seconds. */
const answeredWithin: Millis = 25_000;

/** The time that a call has. */
export interface TimeLeft {
  /**
   * To be called before the first effect of a call. Throws if the call is answered already: its answer says that nothing was
   * requested, so nothing may be.
   */
  beginEffects(): void;
}

/** A call was answered before it had an effect, so it must not have one. */
class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore';
}

/**
 * What `act` resolves to, or what `late` gives if that takes too long; `effects` says whether it had begun to have effects. After
 * that, a rejection of `act` is ignored.
 */
export async function withinLimit<Answer>(
  timer: Timer,
  act: (time: TimeLeft) => Promise<Answer>,
  late: (effects: boolean) => Answer,
): Promise<{ readonly answer: Answer; readonly effects: boolean }> {
  const { promise: over, resolve } = Promise.withResolvers<Answer>();
  let effects = false;
  let isOver = false;
  const cancel = timer(answeredWithin, () => {
    isOver = true;
    resolve(late(effects));
  });
  const time: TimeLeft = {
    beginEffects() {
      if (isOver) throw new AnsweredBefore();
      effects = true;
    },
  };
  try {
    const answer = await Promise.race([act(time), over]);
    return { answer, effects };
  } finally {
    cancel();
  }
}
