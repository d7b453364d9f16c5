import { stripVTControlCharacters } from 'node:util';
import { asObject, asString } from '../slack/payload/json.ts';
import { describeEntry, type PrintedEntry } from './printer.ts';
import { indent, type Page, paint, truncate, wrap } from './terminal-page.ts';

/** The address of a link after its text. It would push the rest of the line out of sight. */
const linkAddress = / \(https?:\/\/[^\s)]*\)/g;

/** Wide enough to avoid wrapping: whole lines are compared with others, then truncated. */
const unwrapped = 400;

/**
 * Returns a function that renders the changes of a batch of entries. Each message and modal is shown in its final state: an
 * existing one by its new lines, a new one by the lines that nobody has seen yet. Lines are truncated to the page's width; that
 * of a risk is wrapped.
 */
export function createChangeRenderer(page: Page): (entries: readonly PrintedEntry[]) => string[] {
  const wide: Page = { ...page, width: unwrapped };
  /** All lines so far, and the last shown lines of each message and modal. */
  const known = new Set<string>();
  const versions = new Map<string, ReadonlySet<string>>();
  return (entries) => {
    const shown = new Set<string>();
    return latest(entries).flatMap(([key, entry]) => {
      const [reader] = (entry.audience ?? []).flatMap((id) => page.nameOf(id) ?? []);
      const [head, body] = describeEntry(entry, wide, `@${reader}`);
      const lines = body
        .replaceAll(linkAddress, '')
        .split('\n')
        .map((line) => [line, stripVTControlCharacters(line).trim()] as const);
      const before = versions.get(key) ?? known;
      const changed = lines.filter(
        ([, text]) => !/^[─ ]*$/.test(text) && !before.has(text) && !shown.has(text),
      );
      versions.set(key, new Set(lines.map(([, text]) => text)));
      for (const [, text] of lines) {
        known.add(text);
        shown.add(text);
      }
      if (changed.length === 0) return [];
      return [
        truncate(paint(page, 'dim', head), page.width),
        ...changed.flatMap(([line, text]) => fitted(line, text, page.width)),
      ];
    });
  };
}

/** Fits a line of a body into the page's width. `text` is the line without styles. A risk is wrapped: each reason matters. */
const fitted = (line: string, text: string, width: number): string[] =>
  /\bRisk \d/.test(text) ? indent(wrap(line, width - 4), '  ', '    ') : [truncate(`  ${line}`, width)];

/** Returns the last entry of each message and modal by key, in the order of their first entries. */
function latest(entries: readonly PrintedEntry[]): [key: string, entry: PrintedEntry][] {
  const last = new Map<string, PrintedEntry>();
  for (const entry of entries) {
    const { channel, ts } = asObject(entry.data.message);
    const view = asString(asObject(entry.data.view).id);
    const key = view || `${asString(channel)} ${asString(ts)}`;
    if (key.trim() !== '') last.set(key, entry);
  }
  return [...last];
}
