/** Groups of commands that mean one of their commands where they stand alone. */
const wholeCommands: ReadonlyMap<string, string> = new Map([['job', 'job.show']]);

/** The id of the operation that these words of a command name in full. */
export function namedBy(group: readonly string[]): string {
  const id = group.join('.');
  return wholeCommands.get(id) ?? id;
}

/**
 * Words of a command that mean the same: verbs, and words that were renamed. No group of commands has two words of one
 * line, and a word never means one of another line, so a verb that reads never becomes one that deletes.
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
];

/** What a verb means in a group of commands that doesn't have it: all servers are found, since there may be many. */
const insteadOf: ReadonlyMap<string, string> = new Map([
  ['list', 'find'],
  ['ls', 'find'],
]);

/** Words that name no command but a part of several: the last words of these, in the order in which they are offered. */
const partsOfCommands: ReadonlyMap<string, readonly string[]> = new Map([
  ['list', ['list', 'find', 'approvals', 'scheduled']],
  ['status', ['status', 'approvals', 'scheduled', 'doctor']],
]);

/** The last words of the commands that may be meant by a word which is only a part of some; empty for any other word. */
export const commandsWithPart = (typed: string): readonly string[] =>
  partsOfCommands.get(typed === 'ls' ? 'list' : typed) ?? [];

/** The word of `next`, the words that can come next in a command, that a typed word means; undefined for none. */
export function closestWord(typed: string, next: readonly string[]): string | undefined {
  if (next.includes(typed)) return typed;
  const alike = synonyms.find((words) => words.includes(typed)) ?? [];
  return next.find((word) => alike.includes(word)) ?? next.find((word) => word === insteadOf.get(typed));
}

/** Groups of commands that may be typed with a noun behind them, as in "alert policy create". */
const ofPolicies: readonly string[] = ['alert', 'autoscale', 'firewall'];
const nouns: readonly string[] = ['policy', 'policies'];

/** Whether a typed word only says more about the command that is begun, as in "public ip add" and "alert policy show". */
export const isFiller = (typed: string, group: readonly string[], following: string | undefined): boolean =>
  group.length === 0
    ? typed === 'public' && following === 'ip'
    : nouns.includes(typed) && ofPolicies.includes(group[0] ?? '');
