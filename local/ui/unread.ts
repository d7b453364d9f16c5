import { useEffect, useMemo, useState } from 'react';
import type { Reader } from './reader.ts';
import type { Seen } from './workspace-view.ts';

type Marks = Readonly<Record<string, string>>;

const keyOf = (person: string): string => `read ${person}`;

function stored(person: string): Marks {
  try {
    return JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * How many messages the reader has not seen yet, by channel id. The channel that is shown counts as read, in all
 * windows of the same person and after a reload.
 */
export function useRead(
  { person }: Reader,
  seen: Seen,
  shown: string | undefined,
): ReadonlyMap<string, number> {
  const [marks, setMarks] = useState<{ person: string; read: Marks }>({ person: '', read: {} });
  const read = marks.person === person.id ? marks.read : stored(person.id);
  const latest = seen.messages.findLast(({ channel }) => channel === shown)?.ts;

  useEffect(() => {
    if (!shown || !latest) return;
    const now = { ...stored(person.id), [shown]: latest };
    localStorage.setItem(keyOf(person.id), JSON.stringify(now));
    setMarks({ person: person.id, read: now });
  }, [person.id, shown, latest]);

  useEffect(() => {
    const hear = ({ key }: StorageEvent): void => {
      if (key === keyOf(person.id)) setMarks({ person: person.id, read: stored(person.id) });
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, [person.id]);

  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { channel, ts, user } of seen.messages) {
      if (channel === shown || user === person.id || ts <= (read[channel] ?? '')) continue;
      counts.set(channel, (counts.get(channel) ?? 0) + 1);
    }
    return counts;
  }, [seen.messages, shown, read, person.id]);
}
