import {
  type Answer,
  count,
  grouped,
  type Inline,
  type Part,
  type Table,
  type Text,
} from '../../core/answer.ts';
import { oneLine } from '../../core/normalize.ts';

const halfAtEnd = /[\ud800-\udbff]$/;

/**
 * Text from anywhere, fit to be shown: on one line, so that nobody's words can look like a line of the bot's, without
 * invisible characters, at most `most` UTF-16 units long, no half characters.
 */
export function clean(text: string, most = 1000): string {
  // Far more than is shown need not be looked at, however long the text is.
  const read = text.slice(0, 10 * most);
  const tidy = oneLine(read);
  if (tidy.length <= most && read.length === text.length) return tidy;
  return `${tidy.slice(0, most - 1).replace(halfAtEnd, '')}…`;
}

/** Running text: so much white space that what follows would begin a line of its own is two spaces. */
const running = (text: string): string => clean(text.replace(/[\s\u2800]{3,}/g, '  '));

/** What a person wrote, between marks that nothing inside it can close. */
export const quoted = (words: string): string => `“${running(words.trim()).replace(/[“”„‟]/g, '"')}”`;

/** Slack takes no longer value of a button either. */
const mostLine = 2000;

/**
 * A line as people can copy it: whole, or not at all, for a line that is cut or tidied asks for something else.
 * `most` is in characters, the command's name included.
 */
export function wholeLine(line: string, command: string, most = mostLine): string | undefined {
  const text = `${command} ${line}`;
  return clean(text, most) === text ? text : undefined;
}

/** Stands where a line cannot be shown whole. */
export const notShown = '(cannot be shown whole)';

/** "$1,234.50", "-$3.00"; from cents, exact. */
export function dollars(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const part = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${grouped(whole)}.${part}`;
}

const utc = {
  day: (iso: string) => iso.slice(0, 10),
  minute: (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
  clock: (iso: string) => `${iso.slice(11, 16)} UTC`,
} as const;

/** A time in words, in UTC; what is no time is shown as it came. */
export function inUtc(time: string, as: keyof typeof utc): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? clean(time) : utc[as](new Date(at).toISOString());
}

/** Whether Slack could know somebody by this id. */
export const isPerson = (id: string): boolean => /^[UW][A-Z0-9]{1,30}$/.test(id);
/** The same of a user group, and of a channel. */
export const isGroup = (id: string): boolean => /^S[A-Z0-9]{1,30}$/.test(id);
export const isChannel = (id: string): boolean => /^[CG][A-Z0-9]{1,30}$/.test(id);

/** What Slack turns into a name, spelled for running text; undefined for what is none, or has an id that cannot be one. */
function mention(inline: Inline): string | undefined {
  if (typeof inline === 'string') return undefined;
  if ('person' in inline && isPerson(inline.person)) return `<@${inline.person}>`;
  if ('group' in inline && isGroup(inline.group)) return `<!subteam^${inline.group}>`;
  return 'channel' in inline && isChannel(inline.channel) ? `<#${inline.channel}>` : undefined;
}

/** One inline as characters alone. `command` is the slash command's name, `/cloud`. */
export function plain(inline: Inline, command: string): string {
  if (typeof inline === 'string') return running(inline);
  if ('bold' in inline) return running(inline.bold);
  if ('quote' in inline) return quoted(inline.quote);
  if ('code' in inline) return clean(inline.code);
  if ('line' in inline) return wholeLine(inline.line, command) ?? notShown;
  if ('money' in inline) return dollars(inline.money);
  if ('time' in inline) return inUtc(inline.time, inline.as);
  if ('person' in inline) return mention(inline) ?? clean(inline.person);
  if ('group' in inline) return mention(inline) ?? clean(inline.group);
  return mention(inline) ?? clean(inline.channel);
}

const escapeMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[found] ?? '');

export const inlines = (text: Text): readonly Inline[] => [text].flat();

const escaped = (text: Text, command: string): string =>
  inlines(text)
    .map((one) => mention(one) ?? escapeMarkup(plain(one, command)))
    .join('');

const between = (cells: readonly Inline[]): Inline[] =>
  cells.flatMap((cell, at) => (at === 0 ? [cell] : [' · ', cell]));

/** That only so many rows of a table are shown, and how to see the others; undefined where all of them are. */
export const onlyFirst = (shown: number, { rows, of = rows.length, rest = '' }: Table): string | undefined =>
  shown < of ? `Showing ${shown} of ${grouped(of)}. ${rest}` : undefined;

/** A part as lines of running text, for where tables and charts cannot be shown. Buttons have none. */
export function lines(part: Part): readonly Text[] {
  switch (part.part) {
    case 'heading':
    case 'notice':
    case 'note':
      return [part.text];
    case 'facts':
      return part.facts.map(([label, value]) => [`${label}: `, ...inlines(value)]);
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
    case 'steps':
      return [];
  }
}

/**
 * The whole answer as one mrkdwn text: what notifications, screen readers and old clients show. At most `most`
 * bytes, because Slack may count an edited message's text so.
 */
export function fallback(answer: Answer, command: string, most = 3500): string {
  const all = answer.flatMap(lines).map((text) => escaped(text, command));
  const kept: string[] = [];
  let room = most - 50;
  for (const one of all) {
    const size = Buffer.byteLength(one) + 1;
    if (size > room) {
      kept.push(`… and ${count(all.length - kept.length, 'more line')}`);
      break;
    }
    kept.push(one);
    room -= size;
  }
  return kept.join('\n').trim() || 'Skydesk';
}
