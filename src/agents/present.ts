import { buttons, commandButton, count, type Part } from '../answer/answer.ts';
import { grouped } from '../core/grouped.ts';
import { join } from '../operation/words.ts';
import { commandWords } from '../operations/context/command-link.ts';
import type { AnyBlock } from '../slack/render/draw-chart.ts';
import { notShown } from '../slack/render/plain-text.ts';
import { factsIn, linesOf, proseOf, tableOf, type WrittenTable } from './answer-lines.ts';
import { linksIn } from './answer-links.ts';
import { dataNote, type StructuredAnswer, type StructuredTable } from './output-schema.ts';
import { slackbotBlocks } from './slackbot-blocks.ts';
import type { CallAnswer } from './tool-call.ts';
import type { ToolLink } from './tool-link.ts';
import { isVisible, toMarkdown, visibleIn } from './visible.ts';

/** Maximum length of an answer's lines, in characters: about 6,000 tokens of a model's context. */
const maxText = 24_000;

/** Upper bound for one line. */
const maxLine = 4000;

/** An answer in all forms for agents. */
export interface Presented {
  /** Everything that a person would see, as Markdown, and the tools to call next. */
  readonly text: string;
  /** The text for a script: without tools, and without the line about data. */
  readonly plainText: string;
  /** The structured answer, which `outputSchema` describes. */
  readonly structured: StructuredAnswer;
  /** For Slackbot. */
  readonly blocks: readonly AnyBlock[];
}

/** Renders the answer to a tool call for an agent. `command` is the name of the slash command. */
export function present(answered: CallAnswer, command: string): Presented {
  const call = { ...answered, answer: [...visibleIn(answered.answer), ...statusButton(answered.request)] };
  const next = linksIn(call.answer, command);
  return {
    text: [textOf(call, next, command), dataNote].filter(Boolean).join('\n\n'),
    plainText: textOf(call, [], command),
    structured: structuredOf(call, next, command),
    blocks: slackbotBlocks(call.answer, command),
  };
}

/** Returns a button that shows the status of a request later. */
const statusButton = (request: CallAnswer['request']): readonly Part[] => {
  const status = commandWords('request.status');
  return request ? [buttons(commandButton('Show Status', `${status} ${join([{ text: request.id }])}`))] : [];
};

function textOf({ answer, line, request }: CallAnswer, next: readonly ToolLink[], command: string): string {
  const said = cut(answer.flatMap((part) => linesOf(part, command)));
  // The call comes first: a label can contain a name, and text after the name could look like the call.
  const links = next.map(({ label, tool, arguments: args, missing }) => {
    const add = missing === undefined ? '' : ` (add ${missing})`;
    return `- ${tool} ${JSON.stringify(args)}${add}: ${label}`;
  });
  const about = [
    ...(line === undefined ? [] : [`Command: ${isVisible(line) ? toMarkdown({ line }, command) : notShown}`]),
    ...(request ? [`Request: ${[request.id, ...(request.link ? [request.link] : [])].join(' · ')}`] : []),
  ];
  return [
    said.join('\n').trim(),
    ...(links.length > 0 ? [['Tools to call next:', ...links].join('\n')] : []),
    ...(about.length > 0 ? [about.join('\n')] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function structuredOf(
  { outcome, answer, line, request }: CallAnswer,
  next: readonly ToolLink[],
  command: string,
): StructuredAnswer {
  return {
    outcome,
    ...(line !== undefined && isVisible(line) && { line }),
    text: cut(answer.flatMap((part) => proseOf(part, command))).join('\n'),
    ...(request && { request }),
    facts: Object.fromEntries(factsIn(answer, command)),
    tables: structuredTables(answer.flatMap((part) => tableOf(part, command) ?? [])),
    next,
    note: dataNote,
  };
}

/** Returns tables with as many rows as fit, across all tables. */
function structuredTables(tables: readonly WrittenTable[]): readonly StructuredTable[] {
  let room = maxText;
  return tables.map(({ caption, columns, rows, total }) => {
    const kept = rows.filter((row) => {
      room -= row.join('').length + columns.join('').length;
      return room >= 0;
    });
    const all = total ?? rows.length;
    return {
      caption,
      rows: kept.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? '']))),
      ...(all > kept.length && { total: all }),
    };
  });
}

/** Returns the lines that fit, and a sentence with the number of omitted ones. */
function cut(lines: readonly string[]): readonly string[] {
  let room = maxText;
  const kept: string[] = [];
  for (const line of lines) {
    const shown = line.length > maxLine ? `${line.slice(0, maxLine).toWellFormed()}…` : line;
    room -= shown.length + 1;
    if (room < 0) break;
    kept.push(shown);
  }
  if (kept.length === lines.length) return kept;
  const left = count(lines.length - kept.length, 'line');
  return [
    ...kept,
    '',
    `… ${left} cut: an answer has at most ${grouped(maxText)} characters. Narrow the request to see the rest.`,
  ];
}
