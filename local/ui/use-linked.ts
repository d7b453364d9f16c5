import { useEffect, useMemo } from 'react';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import type { Address } from './address.ts';
import { useToasts } from './shared/toasts.tsx';
import type { Seen } from './workspace-view.ts';

/** A linked message, a new object each time that the link is followed. */
export type Marked = { readonly ts: string } | undefined;

interface Linked {
  readonly inChannel: Marked;
  readonly inThread: Marked;
}

/** Returns the message that the window's address links to. Opens the thread of a reply, and reports a missing message. */
export function useLinked(
  address: Address,
  channel: Channel | undefined,
  { messages }: Seen,
  openThread: (root: string) => void,
): Linked {
  const toasts = useToasts();
  const marked = useMemo(
    () => (address.message === undefined ? undefined : { ts: address.message }),
    [address],
  );
  const found = messages.find((message) => message.ts === marked?.ts && message.channel === channel?.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each followed link
  useEffect(() => {
    if (!marked) return;
    if (!found) toasts.say('That message can’t be shown: it was deleted, or you’re not in its channel.');
    else if (found.threadTs) openThread(found.threadTs);
  }, [marked]);

  if (!found) return { inChannel: undefined, inThread: undefined };
  return found.threadTs
    ? { inChannel: undefined, inThread: marked }
    : { inChannel: marked, inThread: undefined };
}
