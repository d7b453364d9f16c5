import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from './workspace-view.ts';

/** Distance from the end that counts as being there, in pixels. */
const nearPixels = 40;

/**
 * Keeps a list at its newest message unless the reader has scrolled up. The reader's own messages, and ephemeral ones for them,
 * return the list to its end.
 */
export function useStayAtEnd(
  list: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  reader: string,
) {
  const atEnd = useRef(true);
  const before = useRef(0);
  /** The newest message at the time when the reader scrolled up. */
  const [left, setLeft] = useState<string>();
  const newest = messages.at(-1);
  const concernsReader = newest !== undefined && (newest.secret || newest.user === reader);

  const toEnd = useCallback(() => {
    if (!list.current) return;
    list.current.scrollTop = list.current.scrollHeight;
    // The scroll event comes later, possibly after the reader has scrolled up.
    before.current = list.current.scrollTop;
  }, [list]);

  const jump = useCallback(() => {
    atEnd.current = true;
    setLeft(undefined);
    toEnd();
  }, [toEnd]);

  useEffect(() => {
    const stay = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
    });
    for (const child of list.current?.children ?? []) stay.observe(child);
    return () => stay.disconnect();
  }, [list, toEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message scrolls again
  useLayoutEffect(() => {
    if (concernsReader) jump();
  }, [newest?.ts, concernsReader, jump]);

  return {
    /** Number of new messages since the reader scrolled up. */
    missed: left === undefined ? 0 : messages.filter(({ ts }) => ts > left).length,
    jump,
    /** Keeps the current scroll position. */
    leave(): void {
      atEnd.current = false;
      setLeft((since) => since ?? newest?.ts ?? '');
    },
    /** Must be called after each scroll of the list. */
    scrolled(): void {
      const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = list.current ?? {};
      // Only scrolling up leaves the end: when the content grows below, the list follows.
      const near = scrollHeight - scrollTop - clientHeight < nearPixels;
      if (near || scrollTop < before.current) {
        atEnd.current = near;
        setLeft((since) => (near ? undefined : (since ?? newest?.ts ?? '')));
      }
      before.current = scrollTop;
    },
  };
}
