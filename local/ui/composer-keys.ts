import type { Completion } from './completion.ts';
import type { Line } from './use-line.ts';
import type { Suggestions } from './use-suggestions.ts';

interface Composing {
  readonly line: Line;
  readonly suggestions: Suggestions;
  take(completion: Completion): void;
  send(): void;
}

/**
 * Handles a key in a composer, as in Slack.
 * @param shift whether Shift is pressed: then Enter begins a new line, and Tab goes back
 * @returns false to let the browser handle the key
 */
export function pressKey(key: string, shift: boolean, { line, suggestions, take, send }: Composing): boolean {
  const { offered, at, hide, tip } = suggestions;
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
      if (!first && !tip) return false;
      hide(line.text);
      return true;
    case 'ArrowUp':
      return moveUp(1, line, suggestions);
    case 'ArrowDown':
      return moveUp(-1, line, suggestions);
    default:
      return false;
  }
}

function moveUp(by: 1 | -1, line: Line, { offered, move, hide }: Suggestions): boolean {
  if (offered.length > 0) {
    move(by === 1 ? -1 : 1);
    return true;
  }
  const recalled = line.recall(by);
  if (recalled === undefined) return false;
  // A recalled line is complete: suggestions would intercept the next arrow key.
  hide(recalled);
  return true;
}
