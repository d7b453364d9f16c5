import type { Answer, Part, Table, Tone } from '../answer/answer.ts';
import { toneSigns } from '../answer/tone-signs.ts';
import { lines, onlyFirst } from '../slack/render/plain-text.ts';
import { toMarkdown, toPlainText } from './visible.ts';

/** A table as text, by column and row. */
export interface WrittenTable {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Total number of rows, if `rows` contains only the first ones. */
  readonly total?: number;
  /** A sentence that explains how to see the other rows. */
  readonly rest?: string;
}

/** Returns a part as a table, with a row for each label of a chart; undefined for parts without rows. */
export function tableOf(part: Part, command: string): WrittenTable | undefined {
  if (part.kind === 'chart') {
    const { title, labels, series, unit } = part;
    return {
      caption: toPlainText(title, command),
      columns: uniquely(['Label', ...series.map(({ name }) => toPlainText(name, command))]),
      rows: labels.map((label, at) => [
        toPlainText(label, command),
        ...series.map(({ values }) => toPlainText(`${unit}${values[at] ?? 0}`, command)),
      ]),
    };
  }
  return part.kind === 'table' && part.rows.length > 0 ? ofTable(part, command) : undefined;
}

function ofTable(table: Table, command: string): WrittenTable {
  const { caption, columns, rows, of } = table;
  const remark = onlyFirst(rows.length, table);
  return {
    caption: toPlainText(caption, command),
    columns: uniquely(columns.map(({ name }) => toPlainText(name, command))),
    rows: rows.map((row) => columns.map((_, at) => toPlainText(row[at] ?? '', command))),
    ...(of !== undefined && of > rows.length && { total: of }),
    ...(remark !== undefined && { rest: toPlainText(remark, command) }),
  };
}

/** Makes names unique: the second "Name" becomes "Name 2". */
function uniquely(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let next = 2; taken.has(own); next += 1) own = `${name} ${next}`;
    taken.add(own);
    return own;
  });
}

/** Returns the labeled facts of an answer, under unique labels. */
export function factsIn(
  answer: Answer,
  command: string,
): readonly (readonly [label: string, value: string])[] {
  const facts = answer.flatMap((part) =>
    part.kind === 'facts' ? part.facts : part.kind === 'fields' ? part.fields : [],
  );
  const labels = uniquely(facts.map(([label]) => toPlainText(label, command)));
  return facts.map(([, value], at) => [labels[at] ?? '', toPlainText(value, command)]);
}

const sign = (tone: Tone): string => `${toneSigns[tone]} `;

/** Renders everything that a person sees of a part as lines of Markdown. Buttons and menus have none. */
export function linesOf(part: Part, command: string): readonly string[] {
  const table = tableOf(part, command);
  if (table) return markdownOf(table);
  const said = lines(part).map((text) => toMarkdown(text, command));
  switch (part.kind) {
    case 'heading':
      return said.map((text) => `## ${text}`);
    case 'notice':
      return said.map((text) => `${sign(part.tone)}${text}`);
    case 'item':
      return said.map((text) => `- ${part.tone ? sign(part.tone) : ''}${text}`);
    case 'facts':
    case 'fields':
      return said.map((text) => `- ${text}`);
    case 'blockquote':
      return said.map((text) => `> ${text}`);
    case 'checklist':
      return [
        `${toMarkdown(part.label, command)}:`,
        ...part.options.map((option) => `- ${toMarkdown(option, command)}`),
      ];
    default:
      return said.filter((text) => text !== '');
  }
}

/** Returns the lines that belong to neither a table nor a fact. */
export const proseOf = (part: Part, command: string): readonly string[] =>
  part.kind === 'facts' || part.kind === 'fields' || tableOf(part, command) ? [] : linesOf(part, command);

function markdownOf({ caption, columns, rows, rest }: WrittenTable): readonly string[] {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/[\\|]/g, '\\$&')).join(' | ')} |`;
  return [
    caption,
    '',
    row(columns),
    row(columns.map(() => '---')),
    ...rows.map(row),
    '',
    ...(rest === undefined ? [] : [rest]),
  ];
}
