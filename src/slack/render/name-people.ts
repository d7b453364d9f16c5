import type { Rendered } from './draw.ts';
import { mrkdwn } from './mrkdwn.ts';
import { clean, escapeMarkup } from './plain-text.ts';

/** Upper bound for a name, in UTF-16 units. */
const maxName = 60;

const mention = /<@([UW][A-Z0-9]{1,30})>/g;

/** Returns the user ids of the people whom a message mentions. */
export function mentionedIn(rendered: Rendered): ReadonlySet<string> {
  const people = new Set<string>();
  namePeople(rendered, (person) => {
    people.add(person);
    return undefined;
  });
  return people;
}

/**
 * Replaces mentions in a message with names, to avoid notifying these people. A mention remains if `nameOf` returns no name, or
 * one that Slack could interpret as formatting.
 */
export function namePeople(
  { text, blocks }: Rendered,
  nameOf: (person: string) => string | undefined,
): Rendered {
  const shownName = (person: string): string | undefined => {
    const name = clean(nameOf(person) ?? '', maxName);
    return mrkdwn(name, '') === undefined ? undefined : name;
  };
  const inMarkup = (written: string): string =>
    written.replace(mention, (mentioned, person: string) => {
      const name = shownName(person);
      return name === undefined ? mentioned : escapeMarkup(name);
    });
  const inBlocks = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('type' in value)) return value;
    if (value.type === 'mrkdwn' && 'text' in value && typeof value.text === 'string')
      return { ...value, text: inMarkup(value.text) };
    if (value.type !== 'user' || !('user_id' in value)) return value;
    const { user_id: person, ...element } = value;
    const name = shownName(String(person));
    return name === undefined ? value : { ...element, type: 'text', text: name };
  };
  return { text: inMarkup(text), blocks: JSON.parse(JSON.stringify(blocks), inBlocks) };
}
