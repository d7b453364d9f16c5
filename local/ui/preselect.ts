import type { Completion } from './completion.ts';

const named: ReadonlySet<Completion['kind']> = new Set(['command', 'person', 'channel']);

/**
 * The index of the suggestion that is highlighted before an arrow key chooses one, as in Slack: the first, while the
 * word at the caret is part of a command's, person's or channel's name. -1 where Enter sends: after a whole name, and
 * at a value, since Skydesk understands part of a value.
 */
export function preselected(offered: readonly Completion[], text: string, caret: number): number {
  const [first] = offered;
  if (!first || !named.has(first.kind)) return -1;
  const isInWord = /\S$/.test(text.slice(0, caret));
  return isInWord && first.text.trimEnd() !== text.trimEnd() ? 0 : -1;
}
