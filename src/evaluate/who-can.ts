import { admin } from '../answer/admin.ts';
import { type Answer, channel, note, type Part } from '../answer/answer.ts';
import { listed } from '../answer/listed.ts';
import * as whyNotRun from '../change/words/why-not-run.ts';
import type { Denial } from '../policy/decide.ts';
import { missingAmong, missingInWords } from '../policy/missing-groups.ts';
import { everyone, type Person } from '../policy/people.ts';
import { mentions } from '../policy/people-in-words.ts';
import type { People } from '../policy/policy.ts';

/** Suggests the people with a permission to a person who lacks it, and names the groups among them that are missing. */
export function askOneOf(whom: People, person: Pick<Person, 'missing'> = {}): Part {
  if (whom.includes(everyone)) return note('Anyone else here can do this.');
  const missing = missingAmong(whom, person);
  const inWords = missing.map((group) => ` ${missingInWords(group)}`);
  const left = whom.filter((id) => !missing.some((group) => group.id === id));
  if (left.length === 0)
    return note(`No one has this permission. Ask ${admin} to change policy.json.`, ...inWords);
  return note('Ask ', ...mentions(left, 'or'), '.', ...inWords);
}

/** Renders the denial of a change with its reason and the next step. */
export const denied = ({ why, whom, freeze, missing }: Denial): Answer =>
  whyNotRun.notPermitted(why, ...(freeze ? inEmergency(whom) : [askOneOf(whom, { missing })])).answer;

/** Suggests a break-glass approval during a freeze, with the people who may use it. */
const inEmergency = (whom: People): Answer =>
  whom.length === 0 || whom.includes(everyone)
    ? []
    : [note('In an emergency, ', ...mentions(whom, 'or'), ' can request it and use a break-glass approval.')];

/** Suggests channels for a command that is refused here; `where` is undefined if no channel accepts it. */
export function typeItIn(where: readonly string[] | undefined): Part {
  return where
    ? note('Use it in ', ...listed(where.map(channel), 'or'), '.')
    : note(`Ask ${admin} to add this workspace to policy.json.`);
}
