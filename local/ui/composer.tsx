import './composer.css';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Ack } from '../slack/human/post-to-app.ts';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import type { Completion } from './completion.ts';
import { useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';
import { useCompletions } from './use-completions.ts';

interface Props {
  readonly channel: Channel;
  readonly placeholder: string;
  readonly threadTs?: string;
}

/**
 * The line to type, with what may come next above it: arrows choose, Tab or Enter takes, Escape hides. What is not
 * sent yet is there again when the reader comes back, also after a reload.
 */
export function Composer({ channel, placeholder, threadTs }: Props) {
  const { person } = useReader();
  const toasts = useToasts();
  const list = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const draft = `draft ${person.id} ${channel.id} ${threadTs ?? ''}`;
  const [line, setLine] = useState(() => sessionStorage.getItem(draft) ?? '');
  const [caret, setCaret] = useState(line.length);
  /** None is chosen until an arrow says so. */
  const [chosen, setChosen] = useState(-1);
  const [hidden, setHidden] = useState(false);
  const sent = useRef<string[]>([]);
  const completions = useCompletions(line, caret);
  const offered = hidden ? [] : completions.filter(({ kind }) => kind !== 'tip');
  const tip = hidden ? undefined : completions.find(({ kind }) => kind === 'tip');
  const at = Math.min(chosen, offered.length - 1);

  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);

  function write(text: string, to = text.length): void {
    setLine(text);
    sessionStorage.setItem(draft, text);
    setCaret(to);
    setChosen(-1);
    setHidden(false);
  }

  function take({ text, caret: to }: Completion): void {
    // At once, since what is typed next must not come before the caret has moved.
    flushSync(() => write(text, to));
    box.current?.focus();
    box.current?.setSelectionRange(to, to);
  }

  async function send(): Promise<void> {
    const said = line.trim();
    if (said === '') return;
    sent.current.push(said);
    write('');
    try {
      const where = { person: person.name, channel: channel.id, line: said };
      await act<Ack | null>('/_control/type', { ...where, ...(threadTs && { threadTs }) });
    } catch (error) {
      // What was begun meanwhile is worth more; the arrow up brings the line back.
      if (box.current?.value === '') write(said);
      toasts.say(error);
    }
  }

  function press(event: React.KeyboardEvent): void {
    const choice = offered[at];
    const [first] = offered;
    const move = (by: number) => first && (() => setChosen((at + by + offered.length) % offered.length));
    const recall = () => write(sent.current.at(-1) ?? '');
    const keys: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: move(1),
      ArrowUp: at < 0 ? (line === '' && sent.current.length > 0 ? recall : move(0)) : move(-1),
      Tab: first && !event.shiftKey ? () => take(choice ?? first) : undefined,
      Escape: first && (() => setHidden(true)),
      Enter: event.shiftKey ? undefined : choice ? () => take(choice) : () => void send(),
    };
    const does = keys[event.key];
    if (!does || event.nativeEvent.isComposing) return;
    event.preventDefault();
    does();
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {(offered.length > 0 || tip) && (
        <div className="completions">
          {tip && (
            <p id={`${list}-tip`}>
              <strong>{tip.label}</strong> {tip.hint}
            </p>
          )}
          {offered.length > 0 && (
            <div role="listbox" id={list} aria-label="What may come next">
              {offered.map((completion, index) => (
                <div
                  key={completion.text}
                  id={`${list}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(completion);
                  }}
                >
                  <strong>{completion.label}</strong>
                  <span>{completion.hint}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
      <div className="typing">
        <textarea
          ref={box}
          rows={1}
          value={line}
          placeholder={placeholder}
          aria-label={placeholder}
          role="combobox"
          aria-expanded={offered.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-describedby={tip && `${list}-tip`}
          aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
          onChange={({ target }) => write(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={press}
        />
        <button type="submit" disabled={line.trim() === ''}>
          Send
        </button>
      </div>
    </form>
  );
}
