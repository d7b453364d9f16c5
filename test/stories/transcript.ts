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

/** Writes paragraphs as text of at most 100 columns. Each kind of those in which nothing succeeds is shown once. */
export function transcript(paragraphs: readonly Paragraph[]): string {
  const texts: string[] = [];
  const shown = new Set<string>();
  let folded: Paragraph[] = [];
  const unfold = (): void => {
    const last = folded.at(-1);
    if (last) texts.push(`${indentation}… ${folded.length} more like those, until ${duration(last.at)}`);
    folded = [];
  };
  for (const paragraph of paragraphs) {
    if (isFutile(paragraph) && shown.has(kindOf(paragraph))) folded.push(paragraph);
    else {
      unfold();
      texts.push(paragraphText(paragraph));
    }
    shown.add(kindOf(paragraph));
  }
  unfold();
  return texts.join('\n');
}

/** Returns whether nothing came of it, but that somebody tries again. */
const isFutile = ({ lines }: Paragraph): boolean =>
  lines.length > 0 && lines.every(({ kind }) => kind === '✗' || kind === '' || kind === 'queue');

/** Returns what is tried, whenever and however often. */
const kindOf = ({ who, lines }: Paragraph): string =>
  JSON.stringify([
    who.replace(/ · delivery \d+/, ''),
    lines.map(({ kind, text }) => [kind, text.replace(/, in [\dmhs ]+$/, '')]),
  ]);

function paragraphText({ at, who, note, lines }: Paragraph): string {
  const time = pad(`${duration(at)} `, timeWidth);
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
