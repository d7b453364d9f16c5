import { group, type Inline, person } from '../answer/answer.ts';
import { listed } from '../answer/listed.ts';
import { everyone } from './people.ts';
import type { People } from './policy.ts';

/** Mentions people and groups. `people` must not contain `everyone`, which can't be mentioned. */
export const mentions = (people: People, word?: string): readonly Inline[] =>
  listed(
    people.map((id) => (id.startsWith('S') ? group(id) : person(id))),
    word,
  );

/** Returns "everyone", "nobody", or mentions. */
export function peopleInWords(people: People): readonly Inline[] {
  if (people.includes(everyone)) return ['everyone'];
  return people.length === 0 ? ['nobody'] : mentions(people);
}
