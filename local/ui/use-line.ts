import { useState } from 'react';

export type Line = ReturnType<typeof useLine>;

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
export function useLine(place: string) {
  const [draft, sent] = [`draft ${place}`, `sent ${place}`];
  const [text, setText] = useState(() => sessionStorage.getItem(draft) ?? '');
  /** In UTF-16 units. */
  const [caret, setCaret] = useState(text.length);
  /** Position of the text in the history of sent lines; 0 for typed text. */
  const [back, setBack] = useState(0);

  /** Replaces the text. Moves the caret to its end, or to `to`. */
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
    moveCaret: (to: number): void => setCaret(to),
    remember(line: string): void {
      const others = remembered(sent).filter((earlier) => earlier !== line);
      sessionStorage.setItem(sent, JSON.stringify([line, ...others].slice(0, maxRemembered)));
    },
    /** Shows an earlier (1) or later (-1) sent line and returns it; undefined if there is none or if the text was typed. */
    recall(by: 1 | -1): string | undefined {
      if (back === 0 && (by < 0 || text !== '')) return undefined;
      const recalled = back + by === 0 ? '' : remembered(sent)[back + by - 1];
      if (recalled === undefined) return undefined;
      write(recalled);
      setBack(back + by);
      return recalled;
    },
  };
}
