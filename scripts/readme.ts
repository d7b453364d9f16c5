import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { usage } from '../src/core/registry.ts';
import { operations } from '../src/operations/index.ts';
import { riskRules } from '../src/policy/rules/index.ts';
import type { RiskRule } from '../src/policy/rules/rule.ts';
import { runCommand } from './command-line.ts';
import { between } from './page-marks.ts';

const readme = path.join(import.meta.dirname, '../README.md');

const before = { nothing: '', confirmation: 'you confirm', approval: 'needs approval' };

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The README's table of commands, from the declarations. */
function commandTable(): string {
  const rows = operations.map((operation) => {
    const { example, summary, needs, words } = operation;
    const shown = example === words.join(' ') ? '' : `\`${cell(example)}\``;
    return `| \`/cloud ${cell(usage(operation))}\` | ${cell(summary)} | ${shown} | ${before[needs]} |`;
  });
  return ['| type | what it does | for example | before it runs |', '|---|---|---|---|', ...rows].join('\n');
}

/** A table of the risk rules, in the order in which approvers read them. */
function riskTable(rules: readonly RiskRule[]): string {
  const rows = rules.map(({ id, points, description }) => `| \`${id}\` | ${points} | ${cell(description)} |`);
  return ['| rule | points | when |', '|---|---|---|', ...rows].join('\n');
}

/** The README with its tables as the declarations have them. */
export const withTables = (text: string, rules: readonly RiskRule[] = riskRules): string =>
  between(between(text, 'commands', commandTable()), 'risk rules', riskTable(rules));

if (import.meta.main) {
  const summary = 'Writes the tables of commands and of risk rules into README.md.';
  await runCommand({ name: 'fix', summary, options: {} }, async () =>
    writeFile(readme, withTables(await readFile(readme, 'utf8'))),
  );
}
