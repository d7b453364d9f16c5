import { grouped } from '../core/grouped.ts';
/* The messages of Skydesk, in a small closed vocabulary. All of it is JSON, so an answer can be stored and delivered later. */
import { type Button, commandButton, type MenuGroup } from './answer-buttons.ts';
import type { Inline, Text } from './inlines.ts';

export type { Button, Decision, MenuGroup, MenuOption } from './answer-buttons.ts';
export { commandButton, decisions, maxButtonValue } from './answer-buttons.ts';
export type { Inline, Text } from './inlines.ts';
export { bold, channel, code, group, line, link, money, person, quote, shortId, time } from './inlines.ts';

/** The tone of a notice, which determines its icon. `open`: something stands open. The last three are of risk. */
export type Tone = 'done' | 'open' | 'waiting' | 'warning' | 'failed' | 'neutral' | 'low' | 'medium' | 'high';

interface Column {
  readonly name: string;
  readonly align?: 'right';
}

/** A table: a cell per column and row. Missing cells are empty. */
export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Inline[])[];
  /** Total number of rows, if `rows` holds only the first ones. */
  readonly of?: number;
  /** A sentence about where to see the other rows. */
  readonly rest?: string;
}

/** A bar chart. Each series has a value per label. */
export interface Chart {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly unit: string;
}

/** A task of a tracked job. */
export interface Task {
  readonly title: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
}

export type Part =
  /**
   * The text of a push notification, which replaces the first line there; the message itself doesn't show it. `to`: user ids of
   * the people whom a message in a channel mentions, so Slack notifies only them.
   */
  | {
      readonly kind: 'push';
      readonly tone?: Tone;
      readonly text: Text;
      /** Shorter texts, the fullest first: the first one that fits is sent. */
      readonly shorter?: readonly Text[];
      readonly to?: readonly string[];
    }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'notice'; readonly tone: Tone; readonly text: Text }
  | { readonly kind: 'facts'; readonly facts: readonly LabeledText[] }
  | { readonly kind: 'fields'; readonly fields: readonly LabeledText[] }
  | { readonly kind: 'context'; readonly text: Text }
  | {
      readonly kind: 'item';
      readonly tone?: Tone;
      readonly text: Text;
      readonly buttons: readonly Button[];
      /** Shown behind “⋯”, even if there is only one. */
      readonly more?: readonly Button[];
    }
  | { readonly kind: 'divider' }
  | ({ readonly kind: 'table' } & Table)
  | ({ readonly kind: 'chart' } & Chart)
  /** A picture: Slack's file id, and a description for people who can't see it. */
  | { readonly kind: 'picture'; readonly file: string; readonly words: string }
  /** Progress, one line per task. */
  | { readonly kind: 'tasks'; readonly title: string; readonly tasks: readonly Task[] }
  | { readonly kind: 'note'; readonly text: Text }
  /** A person's own words, set apart from Skydesk's. */
  | { readonly kind: 'blockquote'; readonly text: Text }
  /** One line to copy unchanged: a key, a shell command. */
  | { readonly kind: 'preformatted'; readonly text: string }
  | {
      readonly kind: 'buttons';
      readonly buttons: readonly Button[];
      /** Shown behind “⋯”, after the others. */
      readonly more?: readonly Button[];
    }
  | {
      readonly kind: 'menu';
      readonly label: string;
      readonly groups: readonly MenuGroup[];
      /** Shown in the row of the menu, after it. */
      readonly buttons?: readonly Button[];
    }
  /** Steps to confirm, each with a checkbox. The click that confirms reports the unticked ones. */
  | { readonly kind: 'checklist'; readonly label: string; readonly options: readonly string[] };

type LabeledText = readonly [label: string, value: Text];

/** The content of a message, a Home tab, or the text of a modal. */
export type Answer = readonly Part[];

// Constructors for each kind of part.

/** Returns a push notification, without a sign if it has no tone. */
export const push = (tone: Tone | undefined, ...text: Inline[]): Part => ({
  kind: 'push',
  ...(tone && { tone }),
  text,
});
/** Returns a push notification for these people. */
export const pushTo = (to: readonly string[], tone: Tone | undefined, ...text: Inline[]): Part => ({
  kind: 'push',
  ...(tone && { tone }),
  text,
  to,
});
export const heading = (text: string): Part => ({ kind: 'heading', text });
export const done = (...text: Inline[]): Part => ({ kind: 'notice', tone: 'done', text });
export const waiting = (...text: Inline[]): Part => ({ kind: 'notice', tone: 'waiting', text });
export const warning = (...text: Inline[]): Part => ({ kind: 'notice', tone: 'warning', text });
export const failed = (...text: Inline[]): Part => ({ kind: 'notice', tone: 'failed', text });
export const note = (...text: Inline[]): Part => ({ kind: 'note', text });
export const blockquote = (...text: Inline[]): Part => ({ kind: 'blockquote', text });
export const preformatted = (text: string): Part => ({ kind: 'preformatted', text });

/** Upper bound for the rows of a table. */
export const maxRows = 100;

/** Upper bounds for a cell and for all cells of a table, in characters: more than twice as many as Slack shows. */
const maxCellLength = 400;
const maxTableLength = 20_000;

/** Returns a table, cut to the size limits: answers are stored before they are delivered, and a stored item has a size limit. */
export function table(content: Table): Part {
  const { rows } = content;
  const kept: Inline[][] = [];
  let room = maxTableLength;
  for (const row of rows.slice(0, maxRows)) {
    const cells = row.map(cut);
    room -= JSON.stringify(cells).length;
    if (room < 0) break;
    kept.push(cells);
  }
  if (kept.length === rows.length) return { kind: 'table', ...content, rows: kept };
  return { kind: 'table', ...content, rows: kept, of: content.of ?? rows.length };
}

function cut(cell: Inline): Inline {
  if (typeof cell === 'string') return cell.slice(0, maxCellLength);
  if ('bold' in cell) return { bold: cell.bold.slice(0, maxCellLength) };
  if ('quote' in cell) return { quote: cell.quote.slice(0, maxCellLength) };
  return 'code' in cell ? { code: cell.code.slice(0, maxCellLength) } : cell;
}

export const chart = (content: Chart): Part => ({ kind: 'chart', ...content });

/** Returns labeled facts about one thing, in order; undefined ones are omitted. */
export const facts = (entries: Readonly<Record<string, Text | undefined>>): Part => ({
  kind: 'facts',
  facts: labeled(entries),
});

/** Returns facts in two columns, each below its label. */
export const fields = (entries: Readonly<Record<string, Text | undefined>>): Part => ({
  kind: 'fields',
  fields: labeled(entries),
});

const labeled = (entries: Readonly<Record<string, Text | undefined>>): LabeledText[] =>
  Object.entries(entries).flatMap(([label, value]): LabeledText[] =>
    value === undefined ? [] : [[label, value]],
  );

/** Returns small print: the source, the validity, or the command that shows more. */
export const context = (...text: Inline[]): Part => ({ kind: 'context', text });

/** Returns one line of a list. A single button is shown next to it; several are in a menu “⋯”. */
export const item = (text: Text, ...buttons: Button[]): Part => ({ kind: 'item', text, buttons });

/** Returns one line with a menu “⋯” of rarer actions, which begins with the icon of its tone if it has one. */
export const itemAndMore = (text: Text, more: readonly Button[], tone?: Tone): Part => ({
  kind: 'item',
  ...(tone && { tone }),
  text,
  buttons: [],
  more,
});

/** Returns one line of a list that begins with the icon of its tone. */
export const itemWithTone = (tone: Tone, text: Text, ...buttons: Button[]): Part => ({
  kind: 'item',
  tone,
  text,
  buttons,
});

export const divider: Part = { kind: 'divider' };

export const tasks = (title: string, ...list: Task[]): Part => ({ kind: 'tasks', title, tasks: list });

/** Returns a row of buttons; `false` entries are omitted. */
export const buttons = (...offered: (Button | false)[]): Part => ({
  kind: 'buttons',
  buttons: offered.filter((step) => step !== false),
});

/** Returns a row of buttons, followed by a menu “⋯” of rarer ones. `false` entries are omitted. */
export const buttonsAndMore = (
  offered: readonly (Button | false)[],
  more: readonly (Button | false)[],
): Part => ({
  kind: 'buttons',
  buttons: offered.filter((step) => step !== false),
  more: more.filter((step) => step !== false),
});

/** Returns steps to confirm, all ticked. */
export const checklist = (label: string, options: readonly string[]): Part => ({
  kind: 'checklist',
  label,
  options,
});

/** Upper bound for the options of a group: less than Slack accepts, which leaves room for a table in the message. */
const maxOptions = 40;

/** Returns a menu in groups, each cut to its first options. `label` describes the choice: "Choose a command…". */
export const menu = (label: string, ...groups: MenuGroup[]): Part => ({
  kind: 'menu',
  label,
  groups: groups.map((group) => ({ ...group, options: group.options.slice(0, maxOptions) })),
});

/** Formats a count with its noun: "1 policy", "3 policies", "3 servers". */
export const count = (amount: number, noun: string): string =>
  amount === 1 ? `1 ${noun}` : `${grouped(amount)} ${plural(noun)}`;

const plural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** Returns a button that lists the things of a kind: "List Alert Policies". */
export const listButton = (noun: string, line: string): Button =>
  commandButton(`List ${plural(noun).replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}`, line);
