import { group, type Inline, person } from '../answer/answer.ts';
import { listed } from '../answer/listed.ts';
import { everyone } from './people.ts';
import type { People } from './policy.ts';

/** Mentions of people and groups. `everyone` in the list is not a mention, so `people` must not have it. */
export const mentions = (people: People, word?: string): readonly Inline[] =>
  listed(
    people.map((id) => (id.startsWith('S') ? group(id) : person(id))),
    word,
  );

/** "everyone", "nobody", or mentions. */
export function peopleInWords(people: People): readonly Inline[] {
  if (people.includes(everyone)) return ['everyone'];
  return people.length === 0 ? ['nobody'] : mentions(people);
}
