import { useState } from 'react';

const kept = 'phone';

/** From this width on there is room for a channel and the phone. */
const wideEnough = '(min-width: 1360px)';

/**
 * Whether the phone is shown where nothing else is beside a channel, and what shows or hides it. It is shown in a wide window,
 * unless it was hidden there; elsewhere it is opened for the moment.
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
