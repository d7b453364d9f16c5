/**
 * Ids that operations had in earlier versions, with the present ones. Jobs in the queue, open forms, stored requests and audit
 * log entries still have them.
 */
export const formerIds: Readonly<Record<string, string>> = {
  login: 'whoami',
  fields: 'custom-fields',
  job: 'job.show',
  'firewall.local.list': 'firewall.intra.list',
  'firewall.local.show': 'firewall.intra.show',
  'firewall.local.create': 'firewall.intra.create',
  'firewall.local.delete': 'firewall.intra.delete',
};

const presentIds: ReadonlyMap<string, string> = new Map(Object.entries(formerIds));

/** The id that an operation has in this version, by an id that it has or had. */
export const presentId = (id: string): string => presentIds.get(id) ?? id;

/** All ids that an operation has or had, by one of them. */
export function idsOf(id: string): readonly string[] {
  const present = presentId(id);
  return [present, ...[...presentIds].flatMap(([former, now]) => (now === present ? [former] : []))];
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
];

/** The word of `next`, the words that can come next in a command, that a typed word means; undefined for none. */
export function meantWord(typed: string, next: readonly string[]): string | undefined {
  if (next.includes(typed)) return typed;
  const alike = synonyms.find((words) => words.includes(typed)) ?? [];
  return next.find((word) => alike.includes(word));
}

/** Groups of commands that may be typed with a noun behind them, as in "alert policy create". */
const ofPolicies: readonly string[] = ['alert', 'autoscale', 'firewall'];
const nouns: readonly string[] = ['policy', 'policies'];

/** Whether a typed word only says more about the command that is begun, as in "public ip add" and "alert policy show". */
export const isFiller = (typed: string, group: readonly string[], following: string | undefined): boolean =>
  group.length === 0
    ? typed === 'public' && following === 'ip'
    : nouns.includes(typed) && ofPolicies.includes(group[0] ?? '');
