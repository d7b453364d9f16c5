import type { Completion } from './completion.ts';
import type { Line } from './use-line.ts';
import type { Suggestions } from './use-suggestions.ts';

/** What the keys of a composer work on. */
interface Composing {
  readonly line: Line;
  readonly suggestions: Suggestions;
  take(completion: Completion): void;
  send(): void;
}

/**
 * Does what a key does in a composer, as in Slack.
 * @param shift whether Shift is held: then Enter begins a new line, and Tab goes back
 * @returns false where the browser's own behaviour is wanted
 */
export function pressKey(key: string, shift: boolean, { line, suggestions, take, send }: Composing): boolean {
  const { offered, at, move, hide } = suggestions;
  const [first] = offered;
  const highlighted = offered[at];
  switch (key) {
    case 'Enter':
      if (shift) return false;
      if (highlighted) take(highlighted);
      else send();
      return true;
    case 'Tab':
      if (!first || shift) return false;
      take(highlighted ?? first);
      return true;
    case 'Escape':
      if (!first && !suggestions.tip) return false;
      hide(line.text);
      return true;
    case 'ArrowUp':
    case 'ArrowDown': {
      const up = key === 'ArrowUp';
      if (first) {
        move(up ? -1 : 1);
        return true;
      }
      const recalled = line.recall(up ? 1 : -1);
      if (recalled === undefined) return false;
      // A recalled line is complete; suggestions would take the next arrow key.
      hide(recalled);
      return true;
    }
    default:
      return false;
  }
}
