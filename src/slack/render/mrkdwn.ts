import type { Inline, Text } from '../../answer/answer.ts';
import { isPermalink } from '../../messaging/slack-ids.ts';
import { escapeMarkup, inlines, inUtc, mention, styled, tagOf } from './plain-text.ts';
import { dateFormats } from './rich-text.ts';

/**
 * Text that Slack could interpret as formatting, an emoji or a quotation. mrkdwn has no way to escape these characters. In the
 * middle of a word `_` is none.
 */
const readsAsMarkup = /[*~`]|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])|:[\w+'-]+:|^\s*>/u;
const wordCharacter = /[\p{L}\p{N}_]/u;

/** A piece of a text: its mrkdwn, and the words in it that Slack could interpret as markup. */
interface Piece {
  readonly written: string;
  readonly words: string;
  /** Whether formatting marks surround it. Slack recognizes these only next to non-word characters. */
  readonly isStyled?: boolean;
}

/**
 * Writes a text as mrkdwn, for blocks that don't support rich text; undefined if it is empty, or if Slack could interpret
 * untrusted words as formatting. Then the caller has to render it as rich text. Only well-formed ids become mentions.
 */
export function mrkdwn(text: Text, command: string): string | undefined {
  const pieces: Piece[] = [];
  for (const inline of inlines(text)) {
    const next = pieceOf(inline, command);
    if (!next) return undefined;
    if (next.written === '') continue;
    const last = pieces.at(-1);
    if (last && (last.isStyled || next.isStyled) && touch(last, next)) return undefined;
    pieces.push(next);
  }
  if (readsAsMarkup.test(pieces.map(({ words }) => words).join(''))) return undefined;
  const written = pieces.map((piece) => piece.written).join('');
  return written.trim() === '' ? undefined : written;
}

/** Whether the boundary between two pieces is ambiguous to Slack, since no non-word character separates them. */
const touch = (last: Piece, next: Piece): boolean =>
  (last.isStyled && next.isStyled) ||
  (last.isStyled ? wordCharacter.test(first(next.written)) : wordCharacter.test(last.written.at(-1) ?? ''));

const first = (text: string): string => [...text.slice(0, 2)][0] ?? '';

function pieceOf(inline: Inline, command: string): Piece | undefined {
  const mentioned = mention(inline);
  if (mentioned) return { written: mentioned, words: ` ${tagOf(inline)}` };
  const { text, style } = styled(inline, command);
  const date = dateOf(inline);
  if (date) return date;
  if (typeof inline !== 'string' && 'link' in inline && isPermalink(inline.link)) {
    return text.includes('|')
      ? undefined
      : { written: `<${escapeMarkup(inline.link)}|${escapeMarkup(text)}>`, words: text };
  }
  if (style === 'code') return marked('`', text, ' ');
  return style ? marked(style === 'bold' ? '*' : '_', text, text) : wordsOf(text);
}

const wordsOf = (text: string): Piece => ({ written: escapeMarkup(text), words: text });

function marked(mark: string, text: string, words: string): Piece | undefined {
  if (text === '' || text.trim() !== text || text.includes(mark)) return undefined;
  return { written: `${mark}${escapeMarkup(text)}${mark}`, words, isStyled: true };
}

/** Writes a time, which Slack shows in the reader's time zone; undefined for any other inline. */
export function dateOf(inline: Inline): Piece | undefined {
  if (typeof inline === 'string' || !('time' in inline)) return undefined;
  const { time, as } = inline;
  const at = Date.parse(time);
  const fallback = inUtc(time, as);
  // Slack supports no dates before 1970.
  if (Number.isNaN(at) || at < 0) return wordsOf(fallback);
  return { written: `<!date^${Math.floor(at / 1000)}^${dateFormats[as]}|${fallback}>`, words: ' ' };
}
