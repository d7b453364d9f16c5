import { stripVTControlCharacters } from 'node:util';
import { asObject, asString, type JsonObject } from '../slack/payload/json.ts';
import { renderMessage, renderView } from './render-message.ts';
import { indent, type Page, paint, truncate, wrap } from './terminal-page.ts';

/** An entry of the local Slack's journal, with the people who can see it. */
export interface VisibleEntry {
  readonly kind: string;
  readonly data: JsonObject;
  /** User ids of these people. */
  readonly audience?: readonly string[];
}

/** The address of a link after its text. It would push the rest of the line out of sight. */
const linkAddress = / \(https?:\/\/[^\s)]*\)/g;

/** Wide enough to avoid wrapping: whole lines are compared with others, then truncated. */
const unwrapped = 400;

/**
 * Returns a function that renders the changes of a batch of entries. Each message and modal is shown in its final state: an
 * existing one by its new lines, a new one by the lines that nobody has seen yet. Lines are truncated to the page's width; that
 * of a risk is wrapped.
 */
export function createChangeRenderer(page: Page): (entries: readonly VisibleEntry[]) => string[] {
  const wide: Page = { ...page, width: unwrapped };
  /** All lines so far, and the last shown lines of each message and modal. */
  const known = new Set<string>();
  const versions = new Map<string, ReadonlySet<string>>();
  return (entries) => {
    const shown = new Set<string>();
    return latest(entries).flatMap(([key, entry]) => {
      const [head, body] = describe(entry, wide);
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

/** Returns the last entry of each message and modal by key, in the order of their first entries; none for a closed modal. */
function latest(entries: readonly VisibleEntry[]): [key: string, entry: VisibleEntry][] {
  const last = new Map<string, VisibleEntry>();
  for (const entry of entries) {
    const { message, view } = entry.data;
    const { channel, ts } = asObject(message);
    const key = view === undefined ? `${asString(channel)} ${asString(ts)}` : asString(asObject(view).id);
    if (key.trim() !== '') last.set(key, entry);
  }
  return [...last];
}

/** Returns the place and the whole text of an entry; no text if nothing visible has changed. */
function describe({ kind, data, audience = [] }: VisibleEntry, page: Page): [head: string, body: string] {
  const people = audience.map((id) => page.nameOf(id)).filter((name) => name !== undefined);
  switch (kind) {
    case 'message.posted':
    case 'message.changed': {
      const message = asObject(data.message);
      const edited = kind === 'message.changed' ? ' · edited' : '';
      return [`${placeOf(message, people, page)}${edited}`, renderMessage(message, page)];
    }
    case 'view.opened':
    case 'view.changed':
      return [`modal of @${people[0]}`, renderView(asObject(data.view), page)];
    default:
      return ['', ''];
  }
}

function placeOf(message: JsonObject, people: readonly string[], page: Page): string {
  const channel = page.nameOf(asString(message.channel));
  if (!channel) return `direct message to @${people[0]}`;
  return message.onlyFor ? `#${channel} · only visible to @${people[0]}` : `#${channel}`;
}
