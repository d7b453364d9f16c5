import { users } from '../../local/cloud/index.ts';
import { usage } from '../../src/operation/registry.ts';
import { operations } from '../../src/operations/index.ts';
import { riskRules } from '../../src/policy/rules/index.ts';
import type { RiskRule } from '../../src/policy/rules/rule.ts';
import { between } from './page-marks.ts';

/** A page with a table that is generated from declarations. */
export interface TablePage {
  /** Relative to the root of the project. */
  readonly file: string;
  /** Returns the text of the page with a current table. @throws Error if its marks are missing */
  update(text: string): string;
}

const before = { nothing: '', confirmation: 'you confirm', approval: 'needs approval' };

const cell = (text: string): string => text.replaceAll('|', '\\|');

function commandTable(): string {
  const rows = operations.map((operation) => {
    const { example, summary, needs, words } = operation;
    const shown = example === words.join(' ') ? '' : `\`${cell(example)}\``;
    return `| \`/cloud ${cell(usage(operation))}\` | ${cell(summary)} | ${shown} | ${before[needs]} |`;
  });
  return ['| command | what it does | example | before it runs |', '|---|---|---|---|', ...rows].join('\n');
}

/** Writes a table of the risk rules, in the order in which approvers read them. */
export function riskTable(rules: readonly RiskRule[]): string {
  const rows = rules.map(({ id, points, description }) => `| \`${id}\` | ${points} | ${cell(description)} |`);
  return ['| rule | points | when |', '|---|---|---|', ...rows].join('\n');
}

function userTable(): string {
  const rows = users.map(({ userName, password, accountAlias, roles }) => {
    const all = roles.length > 1 ? `all ${roles.length}` : roles.join();
    return `| \`${userName}\` | \`${password}\` | ${accountAlias} | ${all} |`;
  });
  return ['| user | password | account | roles |', '|---|---|---|---|', ...rows].join('\n');
}

export const tablePages: readonly TablePage[] = [
  { file: 'docs/commands.md', update: (text) => between(text, 'commands', commandTable()) },
  { file: 'docs/policy.md', update: (text) => between(text, 'risk rules', riskTable(riskRules)) },
  { file: 'docs/emulator.md', update: (text) => between(text, 'users', userTable()) },
];
