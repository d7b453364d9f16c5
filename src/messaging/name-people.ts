import { labelsOf, type Profile, type ProfileOf } from './person-label.ts';
import { isUserId } from './slack-ids.ts';

/**
 * Names the people in the content of one message by their labels. The people in `notified` stay mentions, with the tag of their label;
 * so do those who can't be looked up, with their id. Never rejects.
 */
export async function namePeople<Content>(
  content: Content,
  profileOf: ProfileOf,
  notified: readonly string[] = [],
): Promise<Content> {
  const people = new Set<string>();
  replaced(content, (person) => {
    people.add(person);
    return person;
  });
  const away = new Set<string>();
  const look = async (person: string): Promise<Profile | undefined> => {
    try {
      return await profileOf(person);
    } catch {
      away.add(person);
      return undefined;
    }
  };
  const labels = labelsOf(
    new Map(await Promise.all([...people].map(async (person) => [person, await look(person)] as const))),
  );
  return replaced(content, (person) => {
    const isMention = away.has(person) || notified.includes(person);
    const label = labels.get(person);
    return { person, ...(!isMention && { name: label?.name }), tag: label?.tag };
  });
}

/** Replaces the inlines of people without a label in a JSON value. */
function replaced<Value>(value: Value, inline: (person: string) => unknown): Value;
function replaced(value: unknown, inline: (person: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => replaced(member, inline));
  if (typeof value !== 'object' || value === null) return value;
  if ('person' in value && Object.keys(value).length === 1) {
    const { person } = value;
    return typeof person === 'string' && isUserId(person) ? inline(person) : value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, inline)]));
}
