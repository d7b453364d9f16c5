import { useState } from 'react';

export interface Line {
  readonly text: string;
  /** Position of the caret in the text, in UTF-16 units. */
  readonly caret: number;
  /** Replaces the text. Moves the caret to its end, or to `caret`. */
  write(text: string, caret?: number): void;
  moveCaret(caret: number): void;
  remember(text: string): void;
  /** Shows an earlier (1) or later (-1) sent line and returns it; undefined if there is none or if the text was typed. */
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
 * Manages the line of a composer. The line and the sent lines survive a change of channel and a reload.
 * @param place identifies the composer: person, channel and thread
 */
export function useLine(place: string): Line {
  const [draft, sent] = [`draft ${place}`, `sent ${place}`];
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  const [caret, setCaret] = useState(text.length);
  /** Position of the text in the history of sent lines; 0 for typed text. */
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
