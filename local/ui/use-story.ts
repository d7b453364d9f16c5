import { useCallback, useEffect, useState } from 'react';
import { steps } from '../story/scenes.ts';
import { act } from './shared/client.ts';

/** Reading time of a step while the story plays, in milliseconds. */
const readingMs = 3_500;

export type StoryState = ReturnType<typeof useStory>;

/** Plays the story step by step. The next step begins when all effects of the last one are complete. */
export function useStory() {
  /** The last step that was started; undefined before the first. */
  const [step, setStep] = useState<number>();
  /** Whether it continues by itself. */
  const [playing, setPlaying] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Whether it has ended or can't continue. */
  const isOver = !busy && (step === steps.length - 1 || failure !== undefined);
  const following = step === undefined || isOver ? 0 : step + 1;

  /** Plays the next step, or the first after the end. */
  const next = useCallback(() => {
    setStep(following);
    setFailure(undefined);
    setBusy(true);
    act(`/_control/story?step=${following}`)
      .catch((error: Error) => {
        setFailure(error.message);
        setPlaying(false);
      })
      .finally(() => setBusy(false));
  }, [following]);

  useEffect(() => {
    if (!playing || busy) return;
    if (isOver) return setPlaying(false);
    const timer = setTimeout(next, readingMs);
    return () => clearTimeout(timer);
  }, [playing, busy, isOver, next]);

  return {
    step,
    playing,
    busy,
    isOver,
    failure,
    next,
    play(): void {
      setPlaying(true);
      if (!busy) next();
    },
    pause: () => setPlaying(false),
  };
}
