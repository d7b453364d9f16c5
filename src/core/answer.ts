/** What the bot says, in a small closed vocabulary. All of it is JSON: an answer can be stored and told later. */

/** One piece of running text. Text from outside stands here as it came; drawing it safely is the drawer's work. */
export type Inline =
  | string
  | { readonly bold: string }
  | { readonly code: string }
  | { readonly quote: string /* what a person wrote: a reason, a comment */ }
  | { readonly line: string /* what one would type, without the command's own name */ }
  | { readonly money: number /* cents */ }
  | { readonly time: string /* ISO 8601 */; readonly as: 'day' | 'minute' | 'clock' }
  | { readonly person: string /* Slack user id */ }
  | { readonly group: string /* id of a Slack user group */ }
  | { readonly channel: string /* Slack channel id */ };

export type Text = Inline | readonly Inline[];

export type Tone = 'done' | 'waiting' | 'warning' | 'failed';

export interface Column {
  readonly name: string;
  readonly align?: 'right';
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Inline[])[];
  /** How many rows there are in all, where only the first ones are here. */
  readonly of?: number;
  /** How to see the rows that did not fit, in one sentence. */
  readonly rest?: string;
}

export interface Chart {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly unit: string;
}

/** A button. It types a line for the person who presses it, opens the line's form, decides on something that waits, or makes a page anew. */
export interface Step {
  readonly label: string;
  readonly style?: 'primary' | 'danger';
  readonly does:
    | { readonly line: string }
    | { readonly form: string /* a line */ }
    | { readonly decide: Decision; readonly on: string /* opaque id */ }
    | { readonly show: 'home' /* made anew */ };
}

/** What one can decide by a click: on a preview or a request of one's own, or on a change that can be undone. */
export const decisions = ['confirm', 'cancel', 'withdraw', 'accept', 'undo'] as const;

/** The same, and to decide on the request of another, which is done in a modal. */
export type Decision = (typeof decisions)[number] | 'review';

export type Part =
  | { readonly part: 'heading'; readonly text: string }
  | { readonly part: 'notice'; readonly tone: Tone; readonly text: Text }
  | { readonly part: 'facts'; readonly facts: readonly (readonly [label: string, value: Text])[] }
  | ({ readonly part: 'table' } & Table)
  | ({ readonly part: 'chart' } & Chart)
  | { readonly part: 'note'; readonly text: Text }
  | { readonly part: 'steps'; readonly steps: readonly Step[] };

export type Answer = readonly Part[];

export const heading = (text: string): Part => ({ part: 'heading', text });
export const done = (...text: Inline[]): Part => ({ part: 'notice', tone: 'done', text });
export const waiting = (...text: Inline[]): Part => ({ part: 'notice', tone: 'waiting', text });
export const warning = (...text: Inline[]): Part => ({ part: 'notice', tone: 'warning', text });
export const failed = (...text: Inline[]): Part => ({ part: 'notice', tone: 'failed', text });
export const note = (...text: Inline[]): Part => ({ part: 'note', text });

/** No table ever shows more rows. */
export const mostRows = 100;

/** Characters of a cell, and of all cells, that are kept: more than twice what any table shows of them. */
const mostCell = 400;
const mostKept = 20_000;

/** A table with no more than can be shown: an answer is stored before it is told, and what stores it has a limit. */
export function table(content: Table): Part {
  const { rows } = content;
  const kept: Inline[][] = [];
  let room = mostKept;
  for (const row of rows.slice(0, mostRows)) {
    const cells = row.map(cut);
    room -= JSON.stringify(cells).length;
    if (room < 0) break;
    kept.push(cells);
  }
  if (kept.length === rows.length) return { part: 'table', ...content, rows: kept };
  return { part: 'table', ...content, rows: kept, of: content.of ?? rows.length };
}

function cut(cell: Inline): Inline {
  if (typeof cell === 'string') return cell.slice(0, mostCell);
  if ('bold' in cell) return { bold: cell.bold.slice(0, mostCell) };
  if ('quote' in cell) return { quote: cell.quote.slice(0, mostCell) };
  return 'code' in cell ? { code: cell.code.slice(0, mostCell) } : cell;
}

export const chart = (content: Chart): Part => ({ part: 'chart', ...content });

/** Facts about one thing, in order; what is undefined is left out. */
export const facts = (entries: Readonly<Record<string, Text | undefined>>): Part => ({
  part: 'facts',
  facts: Object.entries(entries).flatMap(([label, value]) => (value === undefined ? [] : [[label, value]])),
});

/** Buttons for what one would do next; what does not apply is passed as false and left out. */
export const steps = (...offered: (Step | false)[]): Part => ({
  part: 'steps',
  steps: offered.filter((step) => step !== false),
});

/** A button that types `words` (without the command's own name) for whoever presses it. */
export const step = (label: string, words: string, style?: 'primary' | 'danger'): Step => ({
  label,
  does: { line: words },
  ...(style && { style }),
});

export const bold = (text: string): Inline => ({ bold: text });
export const code = (text: string): Inline => ({ code: text });
export const quote = (words: string): Inline => ({ quote: words });
export const line = (words: string): Inline => ({ line: words });
export const money = (cents: number): Inline => ({ money: cents });
export const person = (id: string): Inline => ({ person: id });
export const group = (id: string): Inline => ({ group: id });
export const channel = (id: string): Inline => ({ channel: id });
export const time = (at: string | Date, as: 'day' | 'minute' | 'clock' = 'minute'): Inline => ({
  time: typeof at === 'string' ? at : at.toISOString(),
  as,
});

/** "1,234,567": a whole number. By hand, since `toLocaleString` costs a cold start 20 ms for its tables. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** "1 policy", "3 policies", "3 servers": a count with its noun. */
export function count(amount: number, noun: string): string {
  if (amount === 1) return `1 ${noun}`;
  return `${grouped(amount)} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
