import './composer.css';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ack } from '../slack/human/post-to-app.ts';
import { type Channel, slackbotId } from '../slack/workspace/sample-workspace.ts';
import type { Completion } from './completion.ts';
import { pressKey } from './composer-keys.ts';
import { useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { isTouch } from './touch.ts';
import { useLine } from './use-line.ts';
import { useSuggestions } from './use-suggestions.ts';

interface Props {
  readonly channel: Channel;
  readonly placeholder: string;
  readonly threadTs?: string;
}

/**
 * The composer, which gets the focus when it appears, with suggestions above it. Enter takes the highlighted suggestion or sends,
 * Tab takes the first, Escape hides them; arrow keys choose one, or recall sent lines.
 */
export function Composer({ channel, placeholder, threadTs }: Props) {
  const { person } = useReader();
  const toasts = useToasts();
  const list = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const line = useLine(`${person.id} ${channel.id} ${threadTs ?? ''}`);
  const suggestions = useSuggestions(line);
  const { offered, tip, at } = suggestions;

  useEffect(() => {
    if (!isTouch()) box.current?.focus();
  }, []);

  function take({ text, caret }: Completion): void {
    // Rendered at once: the caret has to move before the next key.
    flushSync(() => line.write(text, caret));
    box.current?.focus();
    box.current?.setSelectionRange(caret, caret);
  }

  const [waiting, setWaiting] = useState(0);

  async function send(): Promise<void> {
    const said = line.text.trim();
    if (said === '') return;
    line.remember(said);
    line.write('');
    setWaiting((count) => count + 1);
    try {
      const typed = { person: person.name, channel: channel.id, line: said, ...(threadTs && { threadTs }) };
      await act<Ack | null>('/_control/type', typed);
    } catch (error) {
      // Text that was typed meanwhile takes precedence; the up arrow recalls the line.
      if (box.current?.value === '') line.write(said);
      toasts.say(error);
    } finally {
      setWaiting((count) => count - 1);
    }
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {/* A line to Slackbot is accepted when it is answered, which takes long if the service is slow. */}
      <p className="thinking" role="status">
        {channel.members.includes(slackbotId) && waiting > 0 && 'Slackbot is asking Skydesk…'}
      </p>
      <SuggestionList id={list} {...suggestions} onTake={take} />
      <div className="typing">
        <textarea
          ref={box}
          rows={1}
          value={line.text}
          placeholder={placeholder}
          aria-label={placeholder}
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-describedby={tip && `${list}-tip`}
          aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
          onChange={({ target }) => line.write(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => line.moveCaret(currentTarget.selectionStart)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const keys = { line, suggestions, take, send: () => void send() };
            if (pressKey(event.key, event.shiftKey, keys)) event.preventDefault();
          }}
        />
        <button type="submit" disabled={line.text.trim() === ''}>
          Send
        </button>
      </div>
    </form>
  );
}
