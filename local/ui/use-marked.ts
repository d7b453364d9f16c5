import { type RefObject, useLayoutEffect, useState } from 'react';

/** A linked message, a new object each time that the link is followed. */
export type Marked = { readonly ts: string } | undefined;

/**
 * Scrolls to a marked message and focuses it.
 * @param leaveEnd keeps the list from returning to its newest message, and shows the marked one if it is earlier
 */
export function useMarked(
  list: RefObject<HTMLElement | null>,
  marked: Marked,
  leaveEnd: (ts: string) => void,
): void {
  const [sought, setSought] = useState<Marked>();
  const [done, setDone] = useState<Marked>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a link leads away from the end
  useLayoutEffect(() => {
    if (!marked) return;
    leaveEnd(marked.ts);
    setSought(marked);
  }, [marked]);

  useLayoutEffect(() => {
    if (!sought || sought === done) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-ts="${CSS.escape(sought.ts)}"]`);
    if (!row) return;
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
    setDone(sought);
  });
}
