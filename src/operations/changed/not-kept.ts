import { type Answer, count, warning } from '../../answer/answer.ts';
import type { FindingSet } from '../../drift/findings.ts';

/** Returns the number of findings that these sets lack, since a snapshot had too many. */
export const droppedFrom = (sets: readonly FindingSet[]): number =>
  sets.reduce((sum, { dropped = 0 }) => sum + dropped, 0);

/** Explains that sets lack findings, and how many of those opened traffic; undefined if they lack none. */
export function notKeptText(sets: readonly FindingSet[]): string | undefined {
  const dropped = droppedFrom(sets);
  if (dropped === 0) return undefined;
  const opened = sets.reduce((sum, { droppedOpenings = 0 }) => sum + droppedOpenings, 0);
  const which = opened > 0 ? `, ${count(opened, 'opening')} among them` : '';
  const what = `${count(dropped, 'more change')} ${dropped === 1 ? 'isn’t' : 'aren’t'} listed`;
  return `${what}${which}: too many at once. Check the account itself.`;
}

/** Warns that sets lack findings; empty if they lack none. */
export function notKept(sets: readonly FindingSet[]): Answer {
  const text = notKeptText(sets);
  return text === undefined ? [] : [warning(text)];
}
