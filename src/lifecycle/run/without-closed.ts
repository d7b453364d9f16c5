import { listsIn } from '../../evaluate/standing.ts';
import { covers } from '../../network/covers.ts';
import type { RuleLists } from '../../network/network-change.ts';
import { portRangeOf } from '../../network/port-range.ts';
import { listsAtMost } from '../../network/unread-parts.ts';
import type { RawArgs } from '../../operation/operation.ts';
import type { Snapshot, SnapshotSubject } from '../../operation/snapshot.ts';

/** The arguments that are lists, and how an entry of each is read. */
const entries: Readonly<Record<string, (text: string) => Partial<RuleLists>>> = {
  ports: (text) => ({ ports: [portRangeOf(text)] }),
  from: (text) => ({ sources: [text] }),
  source: (text) => ({ sources: [text] }),
  destination: (text) => ({ destinations: [text] }),
};

/**
 * Returns the arguments of an end that sets lists, without the entries that somebody closed since: the end doesn't open them again.
 * Those of a list that can't be read all stay. Undefined if nothing of a list would be left, which no command can set.
 */
export function withoutClosed(
  raw: RawArgs,
  subject: SnapshotSubject,
  { content }: Pick<Snapshot, 'content'>,
): RawArgs | undefined {
  const lists = listsIn(subject, content);
  if (!lists) return undefined;
  const now = listsAtMost(lists);
  const left = Object.entries(raw).map(([name, words]): readonly [string, string] => {
    const read = entries[name];
    if (!read) return [name, words];
    const open = words.split(/[\s,]+/).filter((text) => covers(now, { ...now, ...read(text) }));
    return [name, open.join(name === 'ports' ? ' ' : ',')];
  });
  return left.some(([name, words]) => name in entries && words === '') ? undefined : Object.fromEntries(left);
}
