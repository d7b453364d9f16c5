import { useEffect, useState } from 'react';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { useSeen } from './reader.ts';
import { SidePane } from './side-pane.tsx';
import type { Marked } from './use-linked.ts';

/** A message and its replies, in the side pane. Closing it restores the previous focus. */
export function Thread({
  channel,
  root,
  marked,
  onClose,
}: {
  channel: Channel;
  root: string;
  marked: Marked;
  onClose: () => void;
}) {
  const seen = useSeen();
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  const messages = seen.messages.filter(
    (message) => message.channel === channel.id && (message.ts === root || message.threadTs === root),
  );
  return (
    <SidePane title="Thread" onClose={onClose}>
      <Messages label="Thread" messages={messages} marked={marked} />
      <Composer channel={channel} placeholder="Reply…" threadTs={root} />
    </SidePane>
  );
}
