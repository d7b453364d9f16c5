import { useEffect, useRef } from 'react';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { Composer } from './composer.tsx';
import { Messages } from './messages.tsx';
import { useSeen } from './reader.ts';

/** A message and its replies, in the side pane. */
export function Thread({ channel, root, onClose }: { channel: Channel; root: string; onClose: () => void }) {
  const seen = useSeen();
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const messages = seen.messages.filter(
    (message) => message.channel === channel.id && (message.ts === root || message.threadTs === root),
  );
  return (
    <aside className="beside" aria-label="Thread">
      <header className="beside-header">
        <h2>Thread</h2>
        <button type="button" ref={close} onClick={onClose}>
          Close
        </button>
      </header>
      <Messages label="Thread" messages={messages} />
      <Composer channel={channel} placeholder="Reply…" threadTs={root} />
    </aside>
  );
}
