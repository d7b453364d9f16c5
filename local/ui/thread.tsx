import { useEffect, useState } from 'react';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { useSeen } from './reader.ts';

/** A message and its replies, in the side pane. When it closes, the focus goes back to what had it before. */
export function Thread({ channel, root, onClose }: { channel: Channel; root: string; onClose: () => void }) {
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
    <aside className="beside" aria-label="Thread">
      <header className="beside-header">
        <h2>Thread</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <Messages label="Thread" messages={messages} />
      <Composer channel={channel} placeholder="Reply…" threadTs={root} />
    </aside>
  );
}
