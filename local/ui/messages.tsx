import './messages.css';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { now, useAhead } from './blocks/index.ts';
import { MessageRow } from './message.tsx';
import { rowsOf } from './message-rows.ts';
import { useReader, useSeen } from './reader.ts';
import type { Marked } from './use-linked.ts';
import { useStayAtEnd } from './use-stay-at-end.ts';
import type { Message } from './workspace-view.ts';

interface Props {
  readonly label: string;
  readonly messages: readonly Message[];
  /** The messages with the replies in threads; undefined for a list without threads. */
  readonly replies?: readonly Message[];
  readonly onThread?: (root: string) => void;
  readonly onInspect?: (message: Message) => void;
  readonly marked: Marked;
  readonly children?: ReactNode;
}

const noMessages: readonly Message[] = [];

/** Messages, oldest first, with a divider for each day. A marked one is scrolled to, and has the focus. */
export function Messages(props: Props) {
  const { label, messages, replies = noMessages, onThread, onInspect, marked, children } = props;
  const { person, nameOf } = useReader();
  const { notices } = useSeen();
  const list = useRef<HTMLDivElement>(null);
  const end = useStayAtEnd(list, messages, person.id);
  useAhead();
  const counts = useMemo(() => repliesIn(replies), [replies]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a link leads away from the end
  useLayoutEffect(() => {
    const row = marked && list.current?.querySelector<HTMLElement>(`[data-ts="${CSS.escape(marked.ts)}"]`);
    if (!row) return;
    end.leave();
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  }, [marked]);

  return (
    <div className="messages">
      <div ref={list} className="messages-list" onScroll={end.scrolled}>
        <div className="messages-inside">
          {children}
          <div role="log" aria-label={label}>
            {rowsOf(messages, person.tz, now()).map(({ message, day, continues }) => (
              <div key={message.ts}>
                {day !== undefined && (
                  <p className="day">
                    <span>{day}</span>
                  </p>
                )}
                <MessageRow
                  message={message}
                  author={nameOf(message.user) ?? message.user}
                  continues={continues}
                  replies={counts.get(message.ts) ?? 0}
                  marked={marked?.ts === message.ts}
                  notice={notices.find(({ about }) => about === message.ts)?.text}
                  onThread={onThread}
                  onInspect={onInspect}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
      {end.missed > 0 && (
        <button type="button" className="newer" onClick={end.jump}>
          <span aria-hidden="true">↓ </span>
          {end.missed === 1 ? '1 new message' : `${end.missed} new messages`}
        </button>
      )}
    </div>
  );
}

/** Counts the replies of each thread that everybody sees, by the ts of its first message. */
function repliesIn(messages: readonly Message[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { threadTs, ts, secret } of messages) {
    if (threadTs && threadTs !== ts && !secret) counts.set(threadTs, (counts.get(threadTs) ?? 0) + 1);
  }
  return counts;
}
