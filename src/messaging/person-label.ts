/*
 * How a person is written wherever it matters who it is: “Cora Lindqvist (cora)”. People choose their full name and their display
 * name themselves, so neither tells who somebody is. The tag in parentheses does, and no name contains parentheses.
 */

/** What Slack says about a person. */
export interface Profile {
  /** The full name, as the person wrote it. */
  readonly fullName: string;
  /**
   * `name` of Slack's user object, which Slack advises against: https://docs.slack.dev/reference/objects/user-object. Another
   * workspace can have the same.
   */
  readonly handle?: string | undefined;
  readonly status?: 'bot' | 'deactivated' | 'of another workspace' | undefined;
}

/** Looks up a person; undefined for an unknown one. Rejects if Slack can't be reached, or after many look-ups. */
export type ProfileOf = (person: string) => Promise<Profile | undefined>;

/** A person in words. `tag`: the handle or the user id, and the status of those who are no members. */
export interface PersonLabel {
  readonly name: string;
  readonly tag: string;
}

/**
 * A plain handle. It begins with a letter, so that it keeps its place beside a name that is read from right to left, and has no
 * capitals, as ids have.
 */
const plainHandle = /^[a-z](?:[a-z0-9._-]{0,38}[a-z0-9])?$/;

/**
 * Returns the labels of all people in one message, by user id. `profiles` has undefined for those whom Slack doesn't know. The tag
 * is the handle if that is a plain word and looks like no other handle or id in the message; else it is the id.
 */
export function labelsOf(
  profiles: ReadonlyMap<string, Profile | undefined>,
): ReadonlyMap<string, PersonLabel> {
  const owners = new Map<string, Set<string>>();
  for (const [id, profile] of profiles) {
    for (const tag of [id, profile?.handle ?? id]) {
      const look = lookOf(tag);
      owners.set(look, (owners.get(look) ?? new Set()).add(id));
    }
  }
  const label = (id: string, profile: Profile | undefined): PersonLabel => {
    if (profile === undefined) return { name: 'Unknown person', tag: id };
    const { fullName, handle, status } = profile;
    const name = nameIn(fullName);
    if (status !== undefined) return { name, tag: `${id}, ${status}` };
    if (handle === undefined || !plainHandle.test(handle)) return { name, tag: id };
    return { name, tag: owners.get(lookOf(handle))?.size === 1 ? handle : id };
  };
  return new Map([...profiles].map(([id, profile]) => [id, label(id, profile)]));
}

/** Writes a label as text: "Cora Lindqvist (cora)". */
export const labelInWords = ({ name, tag }: PersonLabel): string => `${name} (${tag})`;

/** Returns what a handle or an id looks like at a glance: the same for `cora`, `c0ra` and `co.ra`. */
const lookOf = (tag: string): string =>
  tag
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');

/** Maximum length of a name, in UTF-16 units. */
const maxName = 40;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Anything that is neither a letter, a mark, a digit nor punctuation inside of names. It could look like a tag, an icon or a separator. */
const notInNames = /(?![\p{L}\p{M}\p{N}'’.-]|(?<=\p{L})·(?=\p{L}))./gsu;
/** Marks that have no letter, that enclose what is beside them, or that are more than four on one letter. */
const strayMarks = /(?<![\p{L}\p{M}\p{N}])\p{M}+|\p{Me}|(?<=\p{M}{4})\p{M}+/gu;
const halfAtEnd = /[\ud800-\udbff]$/;

/** Returns a full name that can't be taken for more than a name. */
function nameIn(fullName: string): string {
  // Limits the work for very long names. NFKC, since a compatible character such as ⒞ stands for parentheses.
  const plain = fullName
    .slice(0, 10 * maxName)
    .normalize('NFKC')
    .replace(invisible, '');
  const name = plain.replace(notInNames, ' ').replace(strayMarks, '').replace(/ +/g, ' ').trim();
  if (!/\p{L}/u.test(name)) return 'No name';
  if (name.length <= maxName) return name;
  return `${name
    .slice(0, maxName - 1)
    .replace(halfAtEnd, '')
    .trimEnd()}…`;
}
