/** The person and the place that a window shows. */
export interface Address {
  /** Name of the acting person: `ana`. */
  readonly person: string;
  /** Name of a channel, `home` for the Home tab, `skydesk` or `slackbot` for a direct message with them. */
  readonly place: string;
  /** The `ts` of a message in this place to scroll to and mark. */
  readonly message?: string | undefined;
}

const first: Address = { person: 'ana', place: 'cloud-ops' };

/**
 * Returns the URL `/?as=ben#approvals/1764000000.000001`: each window can show another person, and a reload retains the place.
 */
export const linkTo = ({ person, place, message }: Address): string =>
  `?as=${encodeURIComponent(person)}#${place}${message === undefined ? '' : `/${message}`}`;

/** Reads an address. Missing parts get their defaults. */
export function readAddress(search: string, hash: string): Address {
  const person = new URLSearchParams(search).get('as') || first.person;
  const [place, message] = hash.replace(/^#/, '').split('/');
  return { person, place: place || first.place, message };
}
