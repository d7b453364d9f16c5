import type { Button } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import type { ServerEntry } from '../../cloud/index.ts';
import { closestMatch } from '../../core/closest-match.ts';
import { folded } from '../../core/spelling.ts';
import { join, type Word, write } from '../../operation/words.ts';
import { none, several, similar } from '../fields/reference.ts';
import { isGlob, matchesGlob } from './glob.ts';
import { groupKey } from './server-words.ts';

/**
 * Returns the servers among `all` that one word names:
 * - an id, or a part that only one id has,
 * - a pattern for ids, with or without the data center and one of the `aliases` in front (DE1ACME), or
 * - a group with its subgroups.
 * Throws a `UserError` with `candidates` if it names none or is ambiguous. `list` is the button that lists all servers.
 */
export function matchingServers(
  { key, text }: Word,
  all: readonly ServerEntry[],
  { aliases, list }: { readonly aliases: readonly string[]; readonly list: Button },
): readonly ServerEntry[] {
  if (key === groupKey) return serversInGroup(text, all, list);
  if (isGlob(text)) return serversLike(text, all, aliases);
  const wanted = text.toLowerCase();
  const exact = all.filter(({ id }) => id === wanted);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => id.includes(wanted));
  if (found.length === 1) return found;
  if (found.length === 0) throw none('server', text, list, similar(text, all.map(nameOf)));
  const error = several('server', text, found, { id: ({ id }) => id, name: nameOf, describe: placeOf });
  throw error.with({
    candidates: [
      { value: `*${wanted}*`, label: `All ${found.length}` },
      ...found.map((one) => ({ value: one.name, label: one.name })),
    ],
  });
}

const nameOf = ({ name }: ServerEntry): string => name;
const placeOf = ({ group }: ServerEntry): string => group.join(' / ');

function serversLike(
  pattern: string,
  all: readonly ServerEntry[],
  aliases: readonly string[],
): readonly ServerEntry[] {
  const found = all.filter(({ id, dataCenter }) => {
    const names = aliases.flatMap((alias) => {
      const prefix = `${dataCenter}${alias}`.toLowerCase();
      return id.startsWith(prefix) ? [id.slice(prefix.length)] : [];
    });
    return [id, ...names].some((name) => matchesGlob(pattern, name));
  });
  if (found.length > 0) return found;
  throw new UserError(`No server matches “${pattern}”.`, {
    next: 'A * stands for any characters, a ? for one: web*, *db0?.',
  });
}

/** A group in the tree of a data center. */
interface GroupPath {
  /** The data center, then the names of the groups from the root group on. */
  readonly path: readonly string[];
  readonly servers: readonly ServerEntry[];
}

function serversInGroup(words: string, all: readonly ServerEntry[], list: Button): readonly ServerEntry[] {
  const groups = groupsOf(all);
  const wanted = words.split('/').map(folded);
  const found = groups.filter(({ path }) => isNamedBy(path.map(folded), wanted));
  // A group within another one of the same name is part of it.
  const outermost = found.filter(
    (one) => !found.some((other) => other !== one && isWithin(one.path, other.path)),
  );
  const [only, ...others] = outermost;
  if (!only) {
    const names = groups.map(({ path }) => path.at(-1) ?? '');
    const candidates = closestMatch(words, names);
    const error = none('group with servers', words, list, candidates === undefined ? [] : [candidates]);
    throw error.with({
      candidates: candidates === undefined ? [] : [{ value: groupWord([candidates]), label: candidates }],
    });
  }
  if (others.length === 0) return only.servers;
  const error = several('group', words, outermost, {
    id: ({ path }) => groupWord(path),
    name: ({ path }) => path.join(' / '),
  });
  throw error.with({
    candidates: [
      { value: outermost.map(({ path }) => groupWord(path)).join(' '), label: `All ${outermost.length}` },
      ...outermost.map(({ path }) => ({ value: groupWord(path), label: path.join(' / ') })),
    ],
  });
}

const groupWord = (path: readonly string[]): string => write({ key: groupKey, text: path.join('/') });

const isWithin = (path: readonly string[], other: readonly string[]): boolean =>
  path.length > other.length && other.every((name, at) => path[at] === name);

/**
 * Returns whether words, from the outermost group to the innermost, name the last group of a path. They may skip groups in
 * between.
 */
function isNamedBy(path: readonly string[], words: readonly string[]): boolean {
  if (path.at(-1) !== words.at(-1)) return false;
  let at = 0;
  for (const name of path) if (name === words[at]) at += 1;
  return at === words.length;
}

function groupsOf(all: readonly ServerEntry[]): readonly GroupPath[] {
  const found = new Map<string, { path: readonly string[]; servers: ServerEntry[] }>();
  for (const server of all) {
    const path = [server.dataCenter.toUpperCase(), ...server.group];
    for (let length = 2; length <= path.length; length += 1) {
      const upTo = path.slice(0, length);
      const key = join(upTo.map((text) => ({ text })));
      const group = found.get(key) ?? { path: upTo, servers: [] };
      group.servers.push(server);
      found.set(key, group);
    }
  }
  return [...found.values()];
}
