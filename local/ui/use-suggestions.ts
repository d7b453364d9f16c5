import { useEffect, useMemo, useState } from 'react';
import type { CommandList } from '../inspector/command-list-types.ts';
import { sampleApp } from '../slack/workspace/sample-workspace.ts';
import { type Completion, completionsFor } from './completion.ts';
import { useReader } from './reader.ts';
import { ask } from './shared/client.ts';
import type { Line } from './use-line.ts';

export type Suggestions = ReturnType<typeof useSuggestions>;

/** Returns the suggestions for a line. A choice and the hidden state last until the text changes. */
export function useSuggestions({ text, caret }: Line) {
  const completions = useCompletions(text, caret);
  const [chosen, setChosen] = useState({ text: '', at: -1 });
  const [hidden, setHidden] = useState<string>();
  const shown = hidden === text ? [] : completions;
  const offered = shown.filter(({ kind }) => kind !== 'tip');
  const isChosen = chosen.text === text && chosen.at >= 0;
  const at = isChosen ? Math.min(chosen.at, offered.length - 1) : preselected(offered, text, caret);
  return {
    offered,
    /** A tip about the expected argument, if nothing can be suggested. */
    tip: shown.find(({ kind }) => kind === 'tip'),
    /** Index of the highlighted suggestion; -1 if there is none. */
    at,
    /** Highlights the next (1) or the previous (-1) suggestion. */
    move(by: 1 | -1): void {
      const from = at < 0 && by < 0 ? 0 : at;
      setChosen({ text, at: (from + by + offered.length) % offered.length });
    },
    /** Hides the suggestions while this is the text. */
    hide: (hiddenText: string): void => setHidden(hiddenText),
  };
}

const named: ReadonlySet<Completion['kind']> = new Set(['command', 'person', 'channel']);

/**
 * Returns the index of the suggestion that is highlighted before any arrow key, as in Slack: the first, while the word at the
 * caret is part of a command's, person's or channel's name. -1 if Enter should send: after a whole name, and at a value, since
 * Skydesk understands a part of a value.
 */
function preselected(offered: readonly Completion[], text: string, caret: number): number {
  const [first] = offered;
  if (!first || !named.has(first.kind)) return -1;
  const isInWord = /\S$/.test(text.slice(0, caret));
  return isInWord && first.text.trimEnd() !== text.trimEnd() ? 0 : -1;
}

let commands: Promise<CommandList> | undefined;

/** Loads the commands once for all composers of this window; again after a failure. */
const loadCommands = (): Promise<CommandList> => {
  commands ??= ask<CommandList>('/_inspector/commands').catch((error: unknown) => {
    commands = undefined;
    throw error;
  });
  return commands;
};

function useCompletions(text: string, caret: number): readonly Completion[] {
  const { info, channels } = useReader();
  const [known, setKnown] = useState<CommandList>();
  useEffect(() => {
    loadCommands().then(setKnown, () => {});
  }, []);
  return useMemo(
    () =>
      known
        ? completionsFor(text, caret, { commands: known, people: [...info.people, sampleApp], channels })
        : [],
    [known, info, channels, text, caret],
  );
}
