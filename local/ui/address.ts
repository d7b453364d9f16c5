/** What a window shows: whose eyes, and where they look. */
export interface Address {
  /** Name of the person who is acted as: `ana`. */
  readonly person: string;
  /** Name of a channel, `home` for the Home tab, `skydesk` or `slackbot` for the direct message with them. */
  readonly place: string;
  /** The `ts` of a message there, to be scrolled to and marked. */
  readonly message?: string | undefined;
}

const first: Address = { person: 'ana', place: 'cloud-ops' };

/** `/?as=ben#approvals/1764000000.000001`, so that each window can be another person and a reload stays there. */
export const linkTo = ({ person, place, message }: Address): string =>
  `?as=${encodeURIComponent(person)}#${place}${message === undefined ? '' : `/${message}`}`;

/** Reads an address; what it does not say is the beginning. */
export function readAddress(search: string, hash: string): Address {
  const person = new URLSearchParams(search).get('as') || first.person;
  const [place, message] = hash.replace(/^#/, '').split('/');
  return { person, place: place || first.place, message };
}
