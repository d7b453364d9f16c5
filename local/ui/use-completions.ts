import { useEffect, useMemo, useState } from 'react';
import type { CommandList } from '../inspector/command-list-types.ts';
import { sampleApp } from '../slack/workspace/sample-workspace.ts';
import { type Completion, completionsFor } from './completion.ts';
import { useReader } from './reader.ts';
import { ask } from './shared/client.ts';

let commands: Promise<CommandList> | undefined;

/** Loads the commands once for all composers of this window; again after a failure. */
const loadCommands = (): Promise<CommandList> => {
  commands ??= ask<CommandList>('/_inspector/commands').catch((error: unknown) => {
    commands = undefined;
    throw error;
  });
  return commands;
};

export function useCompletions(text: string, caret: number): readonly Completion[] {
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
