import diff from 'microdiff';
import { shortened, timeFrom } from './names.ts';

/** Properties that say nothing about the life of a change, that repeat others, or that differ in each run. */
const hidden = new Set([
  'accounts',
  'at',
  'channel',
  'comment',
  'digest',
  'hash',
  'job',
  'lastJob',
  'of',
  'rendered',
  'run',
  'since',
  'state',
  'ts',
  'wholeState',
]);

/** A number from this one on is a time, in milliseconds since 1970. */
const firstTime = 1_700_000_000_000;

/** What differs between two versions of a stored change, as phrases: "status open → approved", "votes += {person Ben}". */
export function differences(before: object, after: object, now: number): string[] {
  const inWords = (value: unknown): string => {
    if (typeof value === 'number') return value > firstTime ? timeFrom(now, value) : String(value);
    if (typeof value === 'string') return shortened(value, 48);
    if (Array.isArray(value)) return value.map(inWords).join(', ');
    if (typeof value !== 'object' || value === null) return String(value);
    const shown = Object.entries(value).filter(([key, one]) => !hidden.has(key) && typeof one !== 'object');
    if (shown.length === 0) return 'set';
    return `{${shown.map(([key, one]) => `${key} ${inWords(one)}`).join(', ')}}`;
  };
  const changed = diff(withLists(before), withLists(after)).filter(
    ({ path }) => !path.some((key) => hidden.has(String(key))),
  );
  return changed.map((one) => {
    const name = nameOf(one.path);
    if (one.type === 'REMOVE') return `${name} removed`;
    if (one.type === 'CHANGE') return `${name} ${inWords(one.oldValue)} → ${inWords(one.value)}`;
    const isItem = typeof one.path.at(-1) === 'number';
    return isItem
      ? `${nameOf(one.path.slice(0, -1))} += ${inWords(one.value)}`
      : `${name} := ${inWords(one.value)}`;
  });
}

/** `steps[0].outcome`, counted from 0 as in the code. `approval` is left out, since each of its properties names itself. */
const nameOf = (path: readonly (string | number)[]): string =>
  path
    .filter((key) => key !== 'approval')
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1);

/** Returns an object with each list of words as one text, so that the list differs as a whole. */
const withLists = (of: object): object =>
  JSON.parse(JSON.stringify(of), (_, value) =>
    Array.isArray(value) && typeof value[0] === 'string' ? `[${value.join(', ')}]` : value,
  );
