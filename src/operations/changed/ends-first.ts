import { isSame } from '../../drift/compare.ts';
import { type Finding, isOutside } from '../../drift/findings.ts';

type Content = Readonly<Record<string, unknown>>;

/** Something about a finding. */
interface OfFinding {
  readonly finding: Finding;
}

/**
 * Moves each end of Skydesk before the changes by others of other settings. An end restores some settings of a resource without
 * asking anyone, so it neither agrees to other settings nor hides who changed these. `found`: the findings of one resource, oldest
 * first. Returns them in their new order, with the states before and after each that follow from it.
 */
export function endsFirst<Found extends OfFinding>(found: readonly Found[]): readonly Found[] {
  const moved: Found[] = [];
  for (const one of found) {
    for (let at = moved.push(one) - 1; at > 0; at -= 1) {
      const [earlier, end] = [moved[at - 1], moved[at]];
      const swapped = earlier && end && swap(earlier, end);
      if (!swapped) break;
      moved.splice(at - 1, 2, ...swapped);
    }
  }
  return moved;
}

/** Returns an end and a change by others before it in the other order; undefined if one depends on the other. */
function swap<Found extends OfFinding>(earlier: Found, end: Found): readonly [Found, Found] | undefined {
  if (!isOutside(earlier.finding) || !isEnd(end.finding)) return undefined;
  const [before, between, after] = [earlier.finding.before, end.finding.before, end.finding.after];
  const others = keysOf(before, between);
  const own = keysOf(between, after);
  // A watch may have dropped a finding between the two.
  if (!others || !own || !isSame(earlier.finding.after, between)) return undefined;
  if (own.some((key) => others.includes(key))) return undefined;
  const ended = { ...before, content: { ...contentOf(before), ...picked(contentOf(after), own) } };
  return [
    { ...end, finding: { ...end.finding, before, after: ended } },
    { ...earlier, finding: { ...earlier.finding, before: ended, after } },
  ];
}

const isEnd = ({ by }: Finding): boolean =>
  by.kind === 'skydesk' && by.changes.every(({ isEnd: ends }) => ends === true);

type State = Finding['before'];

/** Returns the settings in which two states differ; undefined if one of the states has none. */
function keysOf(before: State, after: State): readonly string[] | undefined {
  const [was, is] = [contentOf(before), contentOf(after)];
  if (!was || !is) return undefined;
  return Object.keys({ ...was, ...is }).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]));
}

function contentOf(state: State): Content | undefined {
  const content = state?.content;
  return isContent(content) ? content : undefined;
}

const isContent = (content: unknown): content is Content =>
  typeof content === 'object' && content !== null && !Array.isArray(content);

const picked = (content: Content | undefined, keys: readonly string[]): Content =>
  Object.fromEntries(keys.map((key) => [key, content?.[key]]));
