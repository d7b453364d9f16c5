import type { Millis } from '../core/clock.ts';
import type { Timer } from '../core/timer.ts';

/** The time limit of a call. */
export interface TimeLeft {
  /**
   * Must be called before the first effect of a call. Throws if the call was already answered: that answer says that nothing was
   * requested.
   */
  beginEffects(): void;
  /** Must be called if those effects came to nothing, so that the call can be sent again. */
  takeBackEffects(): void;
}

/** Thrown if a call was answered before it had an effect, so it must not have one. */
class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore';
}

/**
 * Resolves to the result of `act`, or to that of `late` if `act` takes longer than `limit`. `effects`: whether `act` has had effects, or
 * may still have some. After that, a rejection of `act` is ignored.
 */
export async function withinLimit<Answer>(
  timer: Timer,
  limit: Millis,
  act: (time: TimeLeft) => Promise<Answer>,
  late: (effects: boolean) => Answer,
): Promise<{ readonly answer: Answer; readonly effects: boolean }> {
  const { promise: over, resolve } = Promise.withResolvers<Answer>();
  let effects = false;
  let isOver = false;
  const cancel = timer(limit, () => {
    isOver = true;
    resolve(late(effects));
  });
  const time: TimeLeft = {
    beginEffects() {
      if (isOver) throw new AnsweredBefore();
      effects = true;
    },
    takeBackEffects() {
      effects = false;
    },
  };
  try {
    const answer = await Promise.race([act(time), over]);
    return { answer, effects };
  } finally {
    cancel();
  }
}
