import { type Button, commandButton } from '../answer/answer.ts';
import { find } from '../operation/registry.ts';
import { scan } from '../operation/words.ts';
import { operations } from '../operations/index.ts';

/** Words that stay small in Title Case. */
const small = /^(?:a|an|and|as|at|by|for|from|in|of|on|or|that|the|this|to|with)$/;

const inTitleCase = (text: string): string =>
  text.replace(/[\p{L}-]+/gu, (word, at: number) =>
    at > 0 && small.test(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );

/**
 * Returns a button that acts like the typed line: a read runs, a change is previewed or opens its form. Its label says what that does, and
 * to what: “Add Public IP: web01”.
 */
export function actButton(line: string): Button {
  const found = find(operations, scan(line).words);
  if (!('operation' in found)) return commandButton(inTitleCase(line), line);
  const { button, action, summary } = found.operation;
  const unnamed = found.rest.filter(({ key }) => key === undefined);
  const what = (unnamed.length > 0 ? unnamed : found.rest).map(({ text }) => text).join(' ');
  const act = button ?? action ?? summary.replaceAll(/ (?:the|an?)(?= )/g, '');
  return commandButton([inTitleCase(act), what].filter(Boolean).join(': '), line);
}
