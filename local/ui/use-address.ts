import { useMemo, useSyncExternalStore } from 'react';
import { type Address, linkTo, readAddress } from './address.ts';

/** Opens another place or message, or acts as another person, in this window. */
export function go(address: Address): void {
  history.pushState({ visit: Date.now() }, '', linkTo(address));
  dispatchEvent(new PopStateEvent('popstate'));
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
};

/** Returns the address of this window, a new object after each navigation. */
export function useAddress(): Address {
  const key = useSyncExternalStore(
    subscribe,
    () => `${location.search} ${location.hash} ${history.state?.visit ?? 0}`,
  );
  return useMemo(() => {
    const [search = '', hash = ''] = key.split(' ');
    return readAddress(search, hash);
  }, [key]);
}
