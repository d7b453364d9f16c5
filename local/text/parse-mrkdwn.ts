import type { Inline, Style } from './inline-types.ts';

export type Paragraph =
  | { readonly is: 'lines'; readonly inside: Inline[] }
  | { readonly is: 'quote'; readonly inside: Inline[] }
  | { readonly is: 'code'; readonly text: string };

/** Parses Slack's markup, which is not Markdown. Text without markup remains unchanged. */
export function parseMrkdwn(text: string): Paragraph[] {
  return text
    .split(/\n?```([\s\S]+?)```\n?/)
    .flatMap((piece, index): Paragraph[] =>
      index % 2 === 1
        ? [{ is: 'code', text: decoded(piece.replace(/^\n|\n$/g, '')) }]
        : piece === ''
          ? []
          : paragraphs(piece),
    );
}

/**
 * Parses Slack's plain text, whose only markup is shortcodes.
 * @param emoji whether shortcodes become emoji
 */
export function parsePlain(text: string, emoji = true): Inline[] {
  if (!emoji) return [{ is: 'text', text: decoded(text) }];
  return text.split(emojiCode).flatMap((piece, index): Inline[] => {
    if (index % 2 === 1) return [{ is: 'emoji', name: piece }];
    return piece === '' ? [] : [{ is: 'text', text: decoded(piece) }];
  });
}

const emojiCode = /:([\w+-]+(?:::skin-tone-\d)?):/;

const quotedLine = /^(?:&gt;|>) ?/;
const quotedToTheEnd = /^(?:&gt;|>){3} ?/;

/** Groups lines into paragraphs. Lines that begin with `>` are quoted; after `>>>`, everything is. */
function paragraphs(text: string): Paragraph[] {
  const groups: { is: 'lines' | 'quote'; lines: string[] }[] = [];
  let toTheEnd = false;
  for (const line of text.split('\n')) {
    const starts: boolean = !toTheEnd && quotedToTheEnd.test(line);
    const is: 'lines' | 'quote' = toTheEnd || quotedLine.test(line) ? 'quote' : 'lines';
    const words = toTheEnd ? line : line.replace(starts ? quotedToTheEnd : quotedLine, '');
    toTheEnd ||= starts;
    const last = groups.at(-1);
    if (last?.is === is) last.lines.push(words);
    else groups.push({ is, lines: [words] });
  }
  return groups.map(({ is, lines }) => ({ is, inside: inlines(lines.join('\n')) }));
}

/** An indivisible piece of a line, with its original characters. */
interface Atom {
  readonly raw: string;
  readonly shown: Inline;
  readonly mark?: Style;
}

const styleByMark: Record<string, Style> = { '*': 'bold', _: 'italic', '~': 'strike' };
const atomPattern = /<([^<>]+)>|`([^`\n]+)`|:([\w+-]+(?:::skin-tone-\d)?):|[*_~]/g;

function inlines(text: string): Inline[] {
  const atoms: Atom[] = [];
  let end = 0;
  const words = (until: number): void => {
    const raw = text.slice(end, until);
    if (raw !== '') atoms.push({ raw, shown: { is: 'text', text: decoded(raw) } });
  };
  for (const found of text.matchAll(atomPattern)) {
    words(found.index);
    atoms.push(toAtom(found));
    end = found.index + found[0].length;
  }
  words(text.length);
  return styled(atoms);
}

function toAtom([raw, token, code, shortcode]: RegExpExecArray): Atom {
  if (token !== undefined) return { raw, shown: readToken(token) };
  if (code !== undefined)
    return {
      raw,
      shown: { is: 'styled', style: 'code', inside: [{ is: 'text', text: decoded(code) }] },
    };
  if (shortcode !== undefined) return { raw, shown: { is: 'emoji', name: shortcode } };
  const style = styleByMark[raw];
  return { raw, shown: { is: 'text', text: raw }, ...(style && { mark: style }) };
}

/** Applies styles. A mark opens a style only up to the next mark of its kind on the line. */
function styled(atoms: Atom[]): Inline[] {
  const nextOf = followers(atoms);
  const shown: Inline[] = [];
  for (let at = 0; at < atoms.length; at += 1) {
    const atom = atoms[at];
    if (!atom) break;
    const end = nextOf[at];
    if (atom.mark && end !== undefined && opens(atoms, at) && closes(atoms, end)) {
      shown.push({ is: 'styled', style: atom.mark, inside: styled(atoms.slice(at + 1, end)) });
      at = end;
    } else shown.push(atom.shown);
  }
  return joined(shown);
}

/** Returns the position of the next mark of its kind for each mark; undefined if there is none on the line. */
function followers(atoms: Atom[]): (number | undefined)[] {
  const next: (number | undefined)[] = [];
  let seen: Partial<Record<Style, number>> = {};
  for (let at = atoms.length - 1; at >= 0; at -= 1) {
    const atom = atoms[at];
    if (!atom?.mark) {
      if (atom?.shown.is === 'text' && atom.raw.includes('\n')) seen = {};
      continue;
    }
    next[at] = seen[atom.mark];
    seen[atom.mark] = at;
  }
  return next;
}

const wordCharacter = /[\p{L}\p{N}_]/u;
const inWord = (character: string | undefined, mark: string): boolean =>
  character !== undefined && (character === mark || wordCharacter.test(character));
const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);

function opens(atoms: Atom[], at: number): boolean {
  const mark = atoms[at]?.raw ?? '';
  const next = atoms[at + 1]?.raw[0];
  return !inWord(atoms[at - 1]?.raw.at(-1), mark) && !isSpace(next) && next !== mark;
}

function closes(atoms: Atom[], at: number): boolean {
  return !isSpace(atoms[at - 1]?.raw.at(-1)) && !inWord(atoms[at + 1]?.raw[0], atoms[at]?.raw ?? '');
}

function joined(pieces: Inline[]): Inline[] {
  const together: Inline[] = [];
  for (const piece of pieces) {
    const last = together.at(-1);
    if (last?.is === 'text' && piece.is === 'text')
      together[together.length - 1] = { is: 'text', text: last.text + piece.text };
    else together.push(piece);
  }
  return together;
}

/** Parses the text between `<` and `>`: a mention, a date, a link. */
function readToken(token: string): Inline {
  const bar = token.indexOf('|');
  const head = bar < 0 ? token : token.slice(0, bar);
  const label = bar < 0 ? undefined : decoded(token.slice(bar + 1));
  const named = label === undefined ? {} : { label };
  const date = /^!date\^(\d+)\^([^^]+)(?:\^(.*))?$/.exec(head);
  if (date) {
    const [, seconds, format = '', url] = date;
    return {
      is: 'date',
      date: { seconds: Number(seconds), format: decoded(format), fallback: label ?? decoded(format) },
      ...(url && { url: decoded(url) }),
    };
  }
  const [, group, mark, id] = /^(?:(!subteam\^)|([@#]))(.*)$/s.exec(head) ?? [];
  if (id !== undefined) {
    const shown = group && label ? { label: label.replace(/^@/, '') } : named;
    return { is: 'mention', mark: mark === '#' ? '#' : '@', id, ...shown };
  }
  if (head.startsWith('!')) return { is: 'broadcast', range: head.slice(1) };
  return { is: 'link', url: decoded(head), ...named };
}

/** Decodes the three entities with which Slack escapes. */
function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
