import { indent, pad, truncate, widthOf, wrap } from '../../local/terminal/terminal-page.ts';
import type { Effect } from './effects.ts';
import { duration } from './names.ts';

/** What goes wrong, or why nothing happens. */
export type Line = Omit<Effect, 'kind'> & { readonly kind: Effect['kind'] | '✗' | '' };

/** What one worker, the sweeper or a person does. `at`: milliseconds since the story began. */
export interface Paragraph {
  readonly at: number;
  readonly who: string;
  /** Numbers that are no part of what happens. */
  readonly note?: string | undefined;
  readonly lines: readonly Line[];
}

const columns = 100;
const timeWidth = 11;
const kindWidth = 7;
const indentation = '    ';
const joined = '  + ';
/** A message is shortened to fit in a line with its buttons, but not below this many characters. */
const leastOfMessage = 44;

/** Writes paragraphs as text of at most 100 columns, repeated ones once. */
export function transcript(paragraphs: readonly Paragraph[]): string {
  const texts: string[] = [];
  for (let at = 0; at < paragraphs.length; ) {
    const { length, times } = repetition(paragraphs, at);
    const shown = paragraphs.slice(at, at + length);
    texts.push(...shown.map(paragraphText));
    at += length * times;
    const last = paragraphs[at - 1];
    if (times > 1 && last)
      texts.push(
        `${indentation}… ${length > 1 ? `the ${length} above` : 'the same'} ${times - 1} times more, until ${duration(last.at)}`,
      );
  }
  return texts.join('\n');
}

/** How many of the paragraphs from here on repeat how often. */
function repetition(
  paragraphs: readonly Paragraph[],
  at: number,
): { readonly length: number; readonly times: number } {
  const facts = paragraphs
    .slice(at)
    .map(({ who, lines }) => JSON.stringify([who.replace(/ · delivery \d+/, ''), lines]));
  for (const length of [1, 2, 3]) {
    let times = 1;
    const isSame = (_: string, nth: number): boolean => facts[nth] === facts[times * length + nth];
    while (facts.slice(0, length).every(isSame)) times += 1;
    if (times > 1) return { length, times };
  }
  return { length: 1, times: 1 };
}

function paragraphText({ at, who, note, lines }: Paragraph): string {
  const time = pad(duration(at), timeWidth);
  const [only] = lines;
  if (lines.length === 1 && only && only.kind !== 'write')
    return hanging(time, `${who} · ${[only.kind, only.text].filter(Boolean).join(' ')}`, only.tail);
  const head = hanging(time, note ? `${who}   (${note})` : who);
  const isPerson = lines.length === 0;
  const effects = lines.map(({ kind, text, tail = '', isJoined }) => {
    const first = `${isJoined ? joined : indentation}${pad(kind, kindWidth)}`;
    const width = columns - widthOf(first);
    const room = width - widthOf(` ${tail}`);
    const isShort = kind === 'Slack' || kind === '✗';
    const shown = isShort ? truncate(text, room < leastOfMessage ? width : room) : text;
    return hanging(first, shown, tail);
  });
  return [isPerson ? `\n${head}` : head, ...effects].join('\n');
}

/** Writes a text after what is `first` in its line; the next lines are indented. `tail` stays whole, in the last line if it fits. */
function hanging(first: string, text: string, tail = ''): string {
  const width = columns - widthOf(first);
  const lines = wrap(text, width);
  const last = `${lines.at(-1)} ${tail}`.trim();
  const all = widthOf(last) <= width ? [...lines.slice(0, -1), last] : [...lines, ...wrap(tail, width)];
  return indent(all, first).join('\n');
}
