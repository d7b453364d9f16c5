import { group, type Inline, person } from '../answer/answer.ts';
import { everyone } from './people.ts';
import type { People } from './policy.ts';

/** No more people or channels are named one by one. */
const maxNamed = 5;

/** "a", "a and b", "a, b, c, d, e and 3 others". */
export function listed(all: readonly Inline[], word = 'and'): readonly Inline[] {
  const left = all.length - maxNamed;
  const shown = [
    ...all.slice(0, maxNamed),
    ...(left > 0 ? [`${left} ${left === 1 ? 'other' : 'others'}`] : []),
  ];
  return shown.flatMap((shownPerson, at) => {
    if (at === 0) return [shownPerson];
    return [at === shown.length - 1 ? ` ${word} ` : ', ', shownPerson];
  });
}

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
