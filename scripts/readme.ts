import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { usage } from '../src/core/registry.ts';
import { operations } from '../src/operations/index.ts';
import { runCommand } from './command-line.ts';
import { between } from './page-marks.ts';

const readme = path.join(import.meta.dirname, '../README.md');

const before = { nothing: '', confirmation: 'you confirm', approval: 'needs approval' };

/** The README's table of commands, from the declarations. */
function commandTable(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const rows = operations.map((operation) => {
    const { example, summary, needs, words } = operation;
    const shown = example === words.join(' ') ? '' : `\`${cell(example)}\``;
    return `| \`/cloud ${cell(usage(operation))}\` | ${cell(summary)} | ${shown} | ${before[needs]} |`;
  });
  return ['| type | what it does | for example | before it runs |', '|---|---|---|---|', ...rows].join('\n');
}

/** The README with its table made anew. */
export const withCommands = (text: string): string => between(text, 'commands', commandTable());

if (import.meta.main) {
  const help = 'Writes the table of commands into README.md. Takes no flags.\n';
  await runCommand({ name: 'fix', help, options: {}, allowPositionals: false }, async () =>
    writeFile(readme, withCommands(await readFile(readme, 'utf8'))),
  );
}
