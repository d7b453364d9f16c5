import { admin } from '../core/admin.ts';
import { channel, note, type Part } from '../core/answer.ts';
import { everyone } from '../policy/people.ts';
import { listed, mentions } from '../policy/people-in-words.ts';
import type { People } from '../policy/policy.ts';

/** What a person without permission can do next: ask a person who has it. */
export function askOneOf(whom: People): Part {
  if (whom.includes(everyone)) return note('Anyone else here can do this.');
  if (whom.length === 0) {
    return note(`No one has this permission. Ask ${admin} to change policy.json.`);
  }
  return note('Ask ', ...mentions(whom, 'or'), '.');
}

/** Where a command can be typed that is refused here; `where` is undefined if no channel would do. */
export function typeItIn(where: readonly string[] | undefined): Part {
  return where
    ? note('Use it in ', ...listed(where.map(channel), 'or'), '.')
    : note(`Ask ${admin} to add this workspace to policy.json.`);
}
