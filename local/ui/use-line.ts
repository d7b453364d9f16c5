import { useState } from 'react';

/** The line in a composer. */
export interface Line {
  readonly text: string;
  /** Position of the caret in the text, in UTF-16 units. */
  readonly caret: number;
  /** Replaces the text; the caret goes to its end unless `caret` says otherwise. */
  write(text: string, caret?: number): void;
  moveCaret(caret: number): void;
  /** Adds a sent line to those that can be recalled. */
  remember(text: string): void;
  /** Shows an earlier (1) or later (-1) sent line and returns it; undefined when there is none or the text was typed. */
  recall(by: 1 | -1): string | undefined;
}

const maxRemembered = 50;

function remembered(key: string): readonly string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

/**
 * A line that survives a change of channel and a reload, as do the lines that were sent.
 * @param place names the composer: person, channel and thread
 */
export function useLine(place: string): Line {
  const [draft, sent] = [`draft ${place}`, `sent ${place}`];
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  const [caret, setCaret] = useState(text.length);
  /** How many sent lines back the text is; 0 for what was typed. */
  const [back, setBack] = useState(0);

  function write(next: string, to = next.length): void {
    setText(next);
    sessionStorage.setItem(draft, next);
    setCaret(to);
    setBack(0);
  }

  return {
    text,
    caret,
    write,
    moveCaret: setCaret,
    remember(line) {
      const others = remembered(sent).filter((earlier) => earlier !== line);
      sessionStorage.setItem(sent, JSON.stringify([line, ...others].slice(0, maxRemembered)));
    },
    recall(by) {
      if (back === 0 && (by < 0 || text !== '')) return undefined;
      const recalled = back + by === 0 ? '' : remembered(sent)[back + by - 1];
      if (recalled === undefined) return undefined;
      write(recalled);
      setBack(back + by);
      return recalled;
    },
  };
}
