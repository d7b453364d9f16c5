import { channel, group, type Inline, note, type Part, person } from '../core/answer.ts';
import { everyone } from '../policy/people.ts';
import type { People } from '../policy/policy.ts';

/** No more people or channels are named one by one. */
const most = 5;

/** What somebody who was refused can do next: ask one of those who may. */
export function askOneOf(whom: People): Part {
  if (whom.includes(everyone)) return note('Everyone else here may: ask anybody.');
  if (whom.length === 0) {
    return note('The policy lets nobody do it: whoever runs Skydesk has to name somebody in policy.json.');
  }
  const named = whom.map((id) => (id.startsWith('S') ? group(id) : person(id)));
  return note('Ask one of those who may: ', ...listed(named), '.');
}

/** Where a command is taken that was not taken here; undefined where no channel would do. */
export function typeItIn(where: readonly string[] | undefined): Part {
  return where
    ? note('Type it in ', ...listed(where.map(channel), 'or'), '.')
    : note('Whoever runs Skydesk has to name this workspace in policy.json.');
}

/** "a", "a and b", "a, b, c, d, e and 3 others". */
function listed(all: readonly Inline[], word = 'and'): readonly Inline[] {
  const left = all.length - most;
  const shown = [...all.slice(0, most), ...(left > 0 ? [`${left} ${left === 1 ? 'other' : 'others'}`] : [])];
  return shown.flatMap((one, at) => {
    if (at === 0) return [one];
    return [at === shown.length - 1 ? ` ${word} ` : ', ', one];
  });
}
