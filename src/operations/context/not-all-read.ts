import { type Answer, warning } from '../../answer/answer.ts';
import { type Partly, unreadIn } from '../../cloud/model/partly.ts';
import { shortList } from '../../core/list.ts';

/** Upper bounds for what is named: parts of one thing, and things. */
const maxParts = 5;
const maxNamed = 5;

/** Formats the parts of something that couldn't be read, by the API's names; empty if all of it could. */
export const unreadParts = (read: Partly, ...fields: readonly string[]): string =>
  shortList(fields.length > 0 ? unreadIn(read, ...fields) : (read.unread ?? []), maxParts);

/** Warns of the parts of something that couldn't be read; empty if all of it could. */
export function notAllRead(read: Partly): Answer {
  const parts = unreadParts(read);
  return parts ? [warning(`Skydesk couldn’t read ${parts}.`)] : [];
}

/** Warns of the things of which a part couldn't be read; empty if there are none. */
export function notAllReadOf<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  partsOf: (thing: Thing) => string,
): Answer {
  const odd = things.flatMap((thing) => {
    const parts = partsOf(thing);
    return parts ? [`${nameOf(thing)} (${parts})`] : [];
  });
  return odd.length > 0 ? [warning(`Skydesk couldn’t read all of ${shortList(odd, maxNamed)}.`)] : [];
}
