import { useSyncExternalStore } from 'react';

/** What a window shows: whose eyes, and where they look. */
export interface Address {
  /** Name of the person who is acted as: `ana`. */
  readonly person: string;
  /** Name of a channel, `home` for the Home tab, `skydesk` for the direct message with the bot. */
  readonly place: string;
}

const first: Address = { person: 'ana', place: 'cloud-ops' };

/** `/?as=ben#approvals`, so that each window can be another person and a reload stays there. */
export const linkTo = ({ person, place }: Address): string => `?as=${encodeURIComponent(person)}#${place}`;

/** Reads an address; what it does not say is the beginning. */
export function readAddress(search: string, hash: string): Address {
  const person = new URLSearchParams(search).get('as') || first.person;
  return { person, place: hash.replace(/^#/, '') || first.place };
}

/** Opens another place, or acts as another person, in this window. */
export function go(address: Address): void {
  history.pushState(null, '', linkTo(address));
  dispatchEvent(new PopStateEvent('popstate'));
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
};

/** Where this window is. */
export function useAddress(): Address {
  const link = useSyncExternalStore(subscribe, () => `${location.search}${location.hash}`);
  const [search = '', hash = ''] = link.split('#');
  return readAddress(search, hash);
}
