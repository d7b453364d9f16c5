import { useState } from 'react';
import type { Completion } from './completion.ts';
import { useCompletions } from './use-completions.ts';
import type { Line } from './use-line.ts';

/** What can come next in the composer. */
export interface Suggestions {
  readonly offered: readonly Completion[];
  /** What is expected at the caret, where nothing can be offered. */
  readonly tip: Completion | undefined;
  /** The index of the highlighted one; -1 when none is. */
  readonly at: number;
  /** Highlights the next (1) or the previous (-1) one. */
  move(by: 1 | -1): void;
  /** Hides them for as long as the text is this. */
  hide(text: string): void;
}

/** The suggestions for a line. A choice and hiding them hold until the text changes. */
export function useSuggestions({ text, caret }: Line): Suggestions {
  const completions = useCompletions(text, caret);
  const [chosen, setChosen] = useState({ text: '', at: -1 });
  const [hidden, setHidden] = useState<string>();
  const shown = hidden === text ? [] : completions;
  const offered = shown.filter(({ kind }) => kind !== 'tip');
  const isChosen = chosen.text === text && chosen.at >= 0;
  const at = isChosen ? Math.min(chosen.at, offered.length - 1) : preselected(offered, text, caret);
  return {
    offered,
    tip: shown.find(({ kind }) => kind === 'tip'),
    at,
    move(by) {
      const from = at < 0 && by < 0 ? 0 : at;
      setChosen({ text, at: (from + by + offered.length) % offered.length });
    },
    hide: setHidden,
  };
}

const named: ReadonlySet<Completion['kind']> = new Set(['command', 'person', 'channel']);

/**
 * The index of the suggestion that is highlighted before an arrow key chooses one, as in Slack: the first, while the
 * word at the caret is part of a command's, person's or channel's name. -1 where Enter sends: after a whole name, and
 * at a value, since Skydesk understands part of a value.
 */
function preselected(offered: readonly Completion[], text: string, caret: number): number {
  const [first] = offered;
  if (!first || !named.has(first.kind)) return -1;
  const isInWord = /\S$/.test(text.slice(0, caret));
  return isInWord && first.text.trimEnd() !== text.trimEnd() ? 0 : -1;
}
