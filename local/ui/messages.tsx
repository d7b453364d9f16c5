import './messages.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { MessageRow } from './message.tsx';
import { useReader, useSeen } from './reader.ts';
import { dayOf } from './time.ts';
import type { Message } from './workspace-view.ts';

interface Props {
  readonly label: string;
  readonly messages: readonly Message[];
  /** Where the answers in threads are found; a list without threads has none. */
  readonly replies?: readonly Message[];
  readonly onThread?: (root: string) => void;
  readonly onInspect?: (message: Message) => void;
  /** Shown above all messages. */
  readonly children?: ReactNode;
}

/**
 * Messages, oldest first, parted by days. It stays at the newest unless the reader has scrolled up; what they say
 * themselves, and what is said to them alone, brings them back to it.
 */
export function Messages({ label, messages, replies = [], onThread, onInspect, children }: Props) {
  const { person, nameOf } = useReader();
  const { notices } = useSeen();
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const before = useRef(0);

  useLayoutEffect(() => {
    const list = log.current;
    if (!list) return;
    const stay = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    });
    for (const child of list.children) stay.observe(child);
    return () => stay.disconnect();
  }, []);

  const counts = new Map<string, number>();
  for (const { threadTs, ts, secret } of replies) {
    if (threadTs && threadTs !== ts && !secret) counts.set(threadTs, (counts.get(threadTs) ?? 0) + 1);
  }
  const newest = messages.at(-1);
  const concernsReader = newest !== undefined && (newest.secret || newest.user === person.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls again
  useLayoutEffect(() => {
    const list = log.current;
    if (!list || !concernsReader) return;
    atEnd.current = true;
    list.scrollTop = list.scrollHeight;
  }, [newest?.ts, concernsReader]);

  return (
    <div
      ref={log}
      className="messages"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // Only who scrolls up leaves the end: what grows below it is followed.
        const near = scrollHeight - scrollTop - clientHeight < 40;
        if (near || scrollTop < before.current) atEnd.current = near;
        before.current = scrollTop;
      }}
    >
      <div className="messages-inside">
        {children}
        <div role="log" aria-label={label}>
          {messages.map((message, at) => {
            const day = dayOf(message.ts, person.tz);
            const previous = messages[at - 1];
            return (
              <div key={message.ts}>
                {(!previous || dayOf(previous.ts, person.tz) !== day) && (
                  <p className="day">
                    <span>{day}</span>
                  </p>
                )}
                <MessageRow
                  message={message}
                  author={nameOf(message.user) ?? message.user}
                  replies={counts.get(message.ts) ?? 0}
                  notice={notices.find(({ about }) => about === message.ts)?.text}
                  onThread={onThread}
                  onInspect={onInspect}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
