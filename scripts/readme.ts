import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { usage } from '../src/core/catalogue.ts';
import { operations } from '../src/operations/index.ts';

const readme = path.join(import.meta.dirname, '../README.md');
const marks = ['<!-- commands -->', '<!-- /commands -->'] as const;

const before = { nothing: '', confirmation: 'you confirm', approval: 'needs approval' };

/** The README's table of commands, from the declarations. */
export function commandTable(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = operations.map(
    (operation) =>
      `| \`/cloud ${cell(usage(operation))}\` | ${cell(operation.does)} | ${before[operation.needs]} |`,
  );
  return ['| type | what it does | before it runs |', '|---|---|---|', ...rows].join('\n');
}

/** The README with its table made anew. */
export function withCommands(text: string): string {
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start === undefined || end === undefined || start < 0 || end < start)
    throw new Error('README.md lost its marks');
  return `${text.slice(0, start + marks[0].length)}\n${commandTable()}\n${text.slice(end)}`;
}

if (import.meta.main) await writeFile(readme, withCommands(await readFile(readme, 'utf8')));
