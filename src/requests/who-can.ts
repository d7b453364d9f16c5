import { channel, note, type Part } from '../core/answer.ts';
import { everyone } from '../policy/people.ts';
import { listed, mentions } from '../policy/people-in-words.ts';
import type { People } from '../policy/policy.ts';

/** What a person who was refused can do next: ask one of those who may. */
export function askOneOf(whom: People): Part {
  if (whom.includes(everyone)) return note('Everyone else here may: ask anybody.');
  if (whom.length === 0) {
    return note('The policy lets nobody do it: whoever runs Skydesk has to name somebody in policy.json.');
  }
  return note('Ask one of those who may: ', ...mentions(whom), '.');
}

/** Where a command is taken that was not taken here; undefined where no channel would do. */
export function typeItIn(where: readonly string[] | undefined): Part {
  return where
    ? note('Type it in ', ...listed(where.map(channel), 'or'), '.')
    : note('Whoever runs Skydesk has to name this workspace in policy.json.');
}
