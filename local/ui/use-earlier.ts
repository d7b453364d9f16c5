import { useState } from 'react';
import type { Message } from './workspace-view.ts';

/** Number of messages shown at first, and added each time the reader reaches the top. */
const pageSize = 100;

interface Newest {
  readonly shown: readonly Message[];
  readonly hasEarlier: boolean;
  showEarlier(): void;
  /** Shows a message by its `ts`, and the earlier ones on its page. */
  showFrom(ts: string): void;
}

/**
 * Returns the rendered messages: only the newest, so that a long channel costs no more than a short one. Earlier ones are added
 * on request, and remain until the reader returns to the end.
 */
export function useEarlier(messages: readonly Message[], isAtEnd: boolean): Newest {
  /** The first shown message while the reader is away from the end. */
  const [first, setFirst] = useState<string>();
  const newest = Math.max(0, messages.length - pageSize);
  if (isAtEnd && first !== undefined) setFirst(undefined);
  if (!isAtEnd && first === undefined && newest > 0) setFirst(messages[newest]?.ts);
  const kept = first === undefined ? newest : messages.findIndex(({ ts }) => ts >= first);
  const from = kept < 0 ? newest : Math.min(kept, newest);
  return {
    shown: messages.slice(from),
    hasEarlier: from > 0,
    showEarlier: () => setFirst(messages[Math.max(0, from - pageSize)]?.ts),
    showFrom(ts) {
      const at = messages.findIndex((message) => message.ts === ts);
      if (at >= 0) setFirst(messages[Math.max(0, Math.min(from, at - pageSize / 2))]?.ts);
    },
  };
}
