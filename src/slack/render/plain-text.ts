import type { Inline, Part, Table, Text } from '../../answer/answer.ts';
import { dollars } from '../../answer/dollars.ts';
import { grouped } from '../../core/grouped.ts';
import { oneLine } from '../../core/normalize.ts';
import { isChannelId, isGroupId, isUserId } from '../../messaging/slack-ids.ts';

const halfAtEnd = /[\ud800-\udbff]$/;

/**
 * Makes untrusted text safe to show: on one line, so that it can't imitate a line of Skydesk; without invisible characters and
 * lone surrogates; at most `maxLength` UTF-16 units.
 */
export function clean(text: string, maxLength = 1000): string {
  // Limits the work for very long texts.
  const read = text.slice(0, 10 * maxLength);
  const tidy = oneLine(read);
  if (tidy.length <= maxLength && read.length === text.length) return tidy;
  return `${tidy.slice(0, maxLength - 1).replace(halfAtEnd, '')}…`;
}

/** Returns a label, which has no markup. An empty one becomes a dash, since Slack refuses empty labels. */
export const label = (text: string, maxLength: number): string => clean(text, maxLength).trim() || '–';

/** A label as an object of Block Kit, by default of the length that an input can have. */
export const plainText = (text: string, maxLength = 2000) => ({
  type: 'plain_text' as const,
  text: label(text, maxLength),
  emoji: false,
});

/** Cleans running text. Long white space becomes two spaces, so that it can't push what follows onto a new line. */
const running = (text: string): string => clean(text.replace(/[\s\u2800]{3,}/g, '  '));

/** Puts text that a user wrote into quotation marks; nothing in the text can close them. */
const quoted = (words: string): string => `“${running(words.trim()).replace(/[“”„‟]/g, '"')}”`;

/** Maximum length of a command in a message, in characters: Slack's limit for the value of a button. */
const maxLine = 2000;

/**
 * Returns a command that people can copy; undefined if it can't be shown unchanged, since a truncated or cleaned command would be
 * a different one. `maxLength` is in UTF-16 units and includes the name of the slash command.
 */
export function wholeLine(line: string, command: string, maxLength = maxLine): string | undefined {
  const text = `${command} ${line}`;
  return clean(text, maxLength) === text ? text : undefined;
}

/** Replaces a command that can't be shown unchanged. */
export const notShown = '(can’t be shown in full)';

const utc = {
  day: (iso: string) => iso.slice(0, 10),
  minute: (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
  clock: (iso: string) => `${iso.slice(11, 16)} UTC`,
  relative: (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
} as const;

/** Formats an ISO 8601 time in UTC. An invalid time is returned unchanged, except for cleaning. */
export function inUtc(time: string, as: keyof typeof utc): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? clean(time) : utc[as](new Date(at).toISOString());
}

/** Returns the tag of a person, which says who it is: a mention shows a name that people choose. */
export const tagOf = (inline: Inline): string =>
  typeof inline !== 'string' && 'person' in inline && inline.tag ? ` (${clean(inline.tag)})` : '';

/** Writes a mention of a person, user group or channel in mrkdwn; undefined for other inlines, people with names and malformed ids. */
export function mention(inline: Inline): string | undefined {
  if (typeof inline === 'string') return undefined;
  if ('person' in inline && inline.name === undefined && isUserId(inline.person))
    return `<@${inline.person}>${escapeMarkup(tagOf(inline))}`;
  if ('group' in inline && isGroupId(inline.group)) return `<!subteam^${inline.group}>`;
  return 'channel' in inline && isChannelId(inline.channel) ? `<#${inline.channel}>` : undefined;
}

/** The words of an inline, and how they are set where a text has styles. */
interface Styled {
  readonly text: string;
  readonly style?: 'bold' | 'italic' | 'code';
}

/** An inline with its words cleaned. `command` is the name of the slash command, `/cloud`. */
export function styled(inline: Inline, command: string): Styled {
  if (typeof inline === 'string') return { text: running(inline) };
  if ('bold' in inline) return { text: running(inline.bold), style: 'bold' };
  if ('quote' in inline) return { text: quoted(inline.quote), style: 'italic' };
  if ('code' in inline) return { text: clean(inline.code), style: 'code' };
  if ('line' in inline) {
    const text = wholeLine(inline.line, command);
    return text === undefined ? { text: notShown } : { text, style: 'code' };
  }
  if ('money' in inline) return { text: dollars(inline.money) };
  if ('time' in inline) return { text: inUtc(inline.time, inline.as) };
  if ('link' in inline) return { text: running(inline.text) };
  if ('person' in inline)
    return { text: mention(inline) ?? `${clean(inline.name ?? inline.person)}${tagOf(inline)}` };
  return { text: mention(inline) ?? clean('group' in inline ? inline.group : inline.channel) };
}

/** An inline as plain text. */
export const plain = (inline: Inline, command: string): string => styled(inline, command).text;

/** Escapes the three characters that begin mentions and links in mrkdwn. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[found] ?? '');

/** Returns a text as a list of inlines. */
export const inlines = (text: Text): readonly Inline[] => [text].flat();

/** Returns the words of a text for a screen reader, without people and channels: Slack resolves no mentions in labels. */
export const accessibleText = (text: Text, command: string): string =>
  inlines(text)
    .map((inline) => (mention(inline) ? '' : plain(inline, command)))
    .join('')
    .trim();

const between = (cells: readonly Inline[]): Inline[] =>
  cells.flatMap((cell, at) => (at === 0 ? [cell] : [' · ', cell]));

/** Returns a note that only some rows of a table are shown, and how to see the others; undefined if all are shown. */
export const onlyFirst = (shown: number, { rows, of = rows.length, rest = '' }: Table): string | undefined =>
  shown < of ? `Showing ${shown} of ${grouped(of)}. ${rest}` : undefined;

const taskSigns = { done: '✔', running: '◐', waiting: '○', failed: '✖' } as const;

/** Renders a part as lines of text, for places that can't show tables and charts. Buttons have no lines. */
export function lines(part: Part): readonly Text[] {
  switch (part.kind) {
    case 'heading':
    case 'notice':
    case 'note':
    case 'blockquote':
    case 'context':
    case 'item':
      return [part.text];
    case 'preformatted':
      return [{ code: part.text }];
    case 'facts':
      return part.facts.map(([label, value]) => [`${label}: `, ...inlines(value)]);
    case 'fields':
      return part.fields.map(([label, value]) => [`${label}: `, ...inlines(value)]);
    case 'table': {
      const rows = part.rows.map((row) => ['• ', ...between(row)]);
      const rest = onlyFirst(rows.length, part);
      return [part.caption, ...rows, ...(rest === undefined ? [] : [rest])];
    }
    case 'chart':
      return [
        part.title,
        ...part.labels.map((label, at) => [
          `${label}: `,
          ...between(part.series.map(({ name, values }) => `${name} ${part.unit}${values[at] ?? 0}`)),
        ]),
      ];
    case 'tasks':
      return [part.title, ...part.tasks.map(({ title, state }) => `${taskSigns[state]} ${title}`)];
    case 'checklist':
      return [`${part.label}: ${part.options.join(', ')}`];
    case 'push':
    case 'picture':
    case 'divider':
    case 'buttons':
    case 'menu':
      return [];
  }
}
