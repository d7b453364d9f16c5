/** Groups of commands that, typed alone, mean one of their commands. */
const wholeCommands: ReadonlyMap<string, string> = new Map([['job', 'job.show']]);

/** Returns the id of the operation with exactly these words. */
export function namedBy(group: readonly string[]): string {
  const id = group.join('.');
  return wholeCommands.get(id) ?? id;
}

/**
 * Synonyms of words in commands, including former ones. No group of commands has two words of one line, and no word is on two
 * lines, so a verb that reads never becomes one that deletes.
 */
const synonyms: readonly (readonly string[])[] = [
  ['list', 'ls'],
  ['show', 'get'],
  ['create', 'add', 'new'],
  ['update', 'edit'],
  ['delete', 'remove', 'rm'],
  ['intra', 'local'],
  ['whoami', 'login'],
  ['custom-fields', 'fields'],
  ['alert', 'alarm', 'alarms'],
  ['dc', 'datacenter', 'datacenters'],
  ['invoice', 'bill', 'cost', 'costs'],
  ['history', 'audit'],
  ['openings', 'open'],
];

/** Replacements for verbs that a group of commands doesn't have: servers are searched, since there may be many. */
const insteadOf: ReadonlyMap<string, string> = new Map([
  ['list', 'find'],
  ['ls', 'find'],
]);

/** Words that are only a part of several commands: the last words of these commands, in the order of the suggestions. */
const partsOfCommands: ReadonlyMap<string, readonly string[]> = new Map([
  ['list', ['list', 'find', 'approvals', 'scheduled']],
  ['status', ['status', 'approvals', 'scheduled', 'doctor']],
]);

/** Returns the last words of the commands that a partial word may mean; empty for any other word. */
export const commandsWithPart = (typed: string): readonly string[] =>
  partsOfCommands.get(typed === 'ls' ? 'list' : typed) ?? [];

/** Returns the word among `next`, the possible next words of a command, that a typed word means; undefined if none. */
export function closestWord(typed: string, next: readonly string[]): string | undefined {
  if (next.includes(typed)) return typed;
  const alike = synonyms.find((words) => words.includes(typed)) ?? [];
  return next.find((word) => alike.includes(word)) ?? next.find((word) => word === insteadOf.get(typed));
}

/** Groups of commands that may be followed by a noun, as in "alert policy create". */
const ofPolicies: readonly string[] = ['alert', 'autoscale', 'firewall'];
const nouns: readonly string[] = ['policy', 'policies'];

/** Returns whether a typed word only clarifies the command so far, as in "public ip add" and "alert policy show". */
export const isFiller = (typed: string, group: readonly string[], following: string | undefined): boolean =>
  group.length === 0
    ? typed === 'public' && following === 'ip'
    : nouns.includes(typed) && ofPolicies.includes(group[0] ?? '');
