import { useEffect, useMemo, useState } from 'react';
import type { CommandList, LineChoice } from '../inspector/command-list-types.ts';
import { sampleApp } from '../slack/workspace/sample-workspace.ts';
import { type Completion, choicesWanted, completionsFor } from './completion.ts';
import { useReader } from './reader.ts';
import { ask } from './shared/client.ts';

let commands: Promise<CommandList> | undefined;

/** Shared by all composers of this window; loaded again after a failure. */
const loadCommands = (): Promise<CommandList> => {
  commands ??= ask<CommandList>('/_inspector/commands').catch((error: unknown) => {
    commands = undefined;
    throw error;
  });
  return commands;
};

/** What can come next at the caret; what only the service knows follows as soon as it is there. */
export function useCompletions(text: string, caret: number): readonly Completion[] {
  const { info, channels } = useReader();
  const [known, setKnown] = useState<CommandList>();
  const [live, setLive] = useState<{ of: string; choices: readonly LineChoice[] }>({ of: '', choices: [] });

  useEffect(() => {
    loadCommands().then(setKnown, () => {});
  }, []);

  const wanted = known && choicesWanted(text, caret, known);
  const of = wanted
    ? new URLSearchParams({ ...wanted, beside: JSON.stringify(wanted.beside) }).toString()
    : '';
  useEffect(() => {
    if (of === '') return;
    let late = false;
    ask<readonly LineChoice[]>(`/_inspector/choices?${of}`).then(
      (choices) => {
        if (!late) setLive({ of, choices });
      },
      () => {},
    );
    return () => {
      late = true;
    };
  }, [of]);

  return useMemo(() => {
    if (!known) return [];
    const vocabulary = {
      commands: known,
      people: [...info.people, sampleApp],
      channels,
      live: live.of === of ? live.choices : [],
    };
    return completionsFor(text, caret, vocabulary);
  }, [known, info, channels, live, of, text, caret]);
}
