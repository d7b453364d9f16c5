import { useState } from 'react';

const kept = 'phone';

/** Minimum width with room for a channel and the phone. */
const wideEnough = '(min-width: 1360px)';

/**
 * Returns whether the phone is shown if nothing else is beside a channel, and a function that shows or hides it. A wide window
 * shows it unless it was hidden there; in a narrow one, it is opened temporarily.
 */
export function usePhone(): readonly [isShown: boolean, show: (isShown: boolean) => void] {
  const isWide = matchMedia(wideEnough).matches;
  const [isShown, setShown] = useState(isWide && localStorage.getItem(kept) !== 'hidden');
  const show = (wanted: boolean): void => {
    setShown(wanted);
    if (isWide) localStorage.setItem(kept, wanted ? 'shown' : 'hidden');
  };
  return [isShown, show];
}
