import { useEffect, useMemo, useState } from 'react';
import { now } from './blocks/index.ts';
import { mentions } from './mentions.ts';
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
 * Returns the channels, by id, with messages that the reader has not seen yet, and the number of those that notify the reader:
 * mentions, and everything in a direct message. The shown channel counts as read, in all windows
 * of the person and after a reload.
 */
export function useUnread(
  reader: Reader,
  seen: Seen,
  shown: string | undefined,
): ReadonlyMap<string, number> {
  const { person, direct, slackbot, info } = reader;
  const [marks, setMarks] = useState<{ person: string; read: Marks }>({ person: '', read: {} });
  const read = marks.person === person.id ? marks.read : stored(person.id);
  const latest = seen.messages.findLast(({ channel }) => channel === shown)?.ts;

  useEffect(() => {
    if (!shown || !latest) return;
    const marked = { ...stored(person.id), [shown]: latest };
    localStorage.setItem(keyOf(person.id), JSON.stringify(marked));
    setMarks({ person: person.id, read: marked });
  }, [person.id, shown, latest]);

  useEffect(() => {
    const hear = ({ key }: StorageEvent): void => {
      if (key === keyOf(person.id)) setMarks({ person: person.id, read: stored(person.id) });
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, [person.id]);

  return useMemo(() => {
    const found = new Map<string, number>();
    for (const message of seen.messages) {
      const { channel, ts, user } = message;
      if (channel === shown || user === person.id || ts <= markOf(read, channel)) continue;
      const calls = [direct?.id, slackbot?.id].includes(channel) || mentions(message, person, info.groups);
      found.set(channel, (found.get(channel) ?? 0) + (calls ? 1 : 0));
    }
    return found;
  }, [seen.messages, shown, read, person, direct, slackbot, info.groups]);
}

/** Returns the read mark of a channel. Ignores a mark in the future, which is from a clock that was moved and then reset. */
function markOf(read: Marks, channel: string): string {
  const mark = read[channel] ?? '';
  return Number(mark) * 1000 > now() + 1000 ? '' : mark;
}
