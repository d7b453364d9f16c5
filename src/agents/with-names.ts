import type { Answer } from '../answer/answer.ts';
import { namePeople } from '../messaging/name-people.ts';
import type { Names as AllNames } from '../messaging/names.ts';
import type { ProfileOf } from '../messaging/person-label.ts';

type Names = Pick<AllNames, 'group' | 'channel'>;

export interface NamesDependencies {
  readonly members: { readonly profile: ProfileOf };
  readonly names: Names;
}

/** Replaces the people in an answer with their labels, and leaves the other mentions to the client. Never rejects. */
export const withPeople = (answer: Answer, { members }: NamesDependencies): Promise<Answer> =>
  namePeople(answer, members.profile);

/**
 * Replaces the people in an answer with their labels, and other mentions with `@group` and `#channel`, since only Slack resolves
 * mentions. If there is no name, the id remains, without markup. Never rejects.
 */
export const withNames = async (answer: Answer, deps: NamesDependencies): Promise<Answer> =>
  named(await withPeople(answer, deps), deps.names);

async function named<Value>(value: Value, names: Names): Promise<Value>;
async function named(value: unknown, names: Names): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((member) => named(member, names)));
  if (typeof value !== 'object' || value === null) return value;
  const [[kind, id] = [], ...others] = Object.entries(value);
  if ('person' in value && 'tag' in value)
    return 'name' in value ? `${value.name} (${value.tag})` : value.tag;
  if (others.length === 0 && typeof id === 'string') {
    if (kind === 'channel') return `#${(await known(() => names.channel(id))) ?? id}`;
    if (kind === 'group') return `@${(await known(() => names.group(id))) ?? id}`;
  }
  const members = Object.entries(value).map(async ([name, member]) => [name, await named(member, names)]);
  return Object.fromEntries(await Promise.all(members));
}

async function known(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch {
    return undefined;
  }
}
