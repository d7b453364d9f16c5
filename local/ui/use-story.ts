import { useCallback, useEffect, useState } from 'react';
import { steps } from '../story/scenes.ts';
import { act } from './shared/client.ts';

/** How long a step is left to be read while the story plays, in milliseconds. */
const readingMs = 3_500;

/** How far the story is, and what moves it. */
export interface StoryState {
  /** The step that is done, or being done; undefined before the first. */
  readonly step: number | undefined;
  /** It goes on by itself. */
  readonly playing: boolean;
  readonly busy: boolean;
  /** It was played to its end, or can't go on. */
  readonly isOver: boolean;
  /** Why it can't go on. */
  readonly failure: string | undefined;
  play(): void;
  pause(): void;
  /** Does the next step, or the first once it is over. */
  next(): void;
}

/** Plays the story, step by step: the next one begins once all that came of the last is there. */
export function useStory(): StoryState {
  const [step, setStep] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isOver = !busy && (step === steps.length - 1 || failure !== undefined);
  const following = step === undefined || isOver ? 0 : step + 1;

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
    play() {
      setPlaying(true);
      if (!busy) next();
    },
    pause: () => setPlaying(false),
  };
}
