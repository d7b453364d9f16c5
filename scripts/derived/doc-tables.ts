import { users } from '../../local/cloud/index.ts';
import { usage } from '../../src/operation/registry.ts';
import { type operations as all, intents } from '../../src/operations/index.ts';
import { riskRules } from '../../src/policy/rules/index.ts';
import type { RiskRule } from '../../src/policy/rules/rule.ts';
import { table } from './figures.ts';
import { between } from './page-marks.ts';
import { reasonsTable } from './reasons-table.ts';

const before = { nothing: '', confirmation: 'you confirm', approval: 'needs approval' };

const cell = (text: string): string => text.replaceAll('|', '\\|');

const commandTables = (): string =>
  Object.entries(intents)
    .map(([intent, operations]) => `## ${intent}\n\n${commandTable(operations)}`)
    .join('\n\n');

function commandTable(operations: typeof all): string {
  const rows = operations.map((operation) => {
    const { example, summary, needs, words } = operation;
    const shown = example === words.join(' ') ? '' : `\`${cell(example)}\``;
    return [`\`/cloud ${cell(usage(operation))}\``, cell(summary), shown, before[needs]];
  });
  return table(['command', 'what it does', 'example', 'before it runs'], rows, 4);
}

/** Writes a table of the risk rules, in the order in which approvers read them. */
export function riskTable(rules: readonly RiskRule[]): string {
  const rows = rules.map(({ id, points, description }) => [`\`${id}\``, `${points}`, cell(description)]);
  return table(['rule', 'points', 'when'], rows, 3);
}

function userTable(): string {
  const rows = users.map(({ userName, password, accountAlias, roles }) => {
    const all = roles.length > 1 ? `all ${roles.length}` : roles.join();
    return [`\`${userName}\``, `\`${password}\``, accountAlias, all];
  });
  return table(['user', 'password', 'account', 'roles'], rows, 4);
}

/** The pages with a table that is generated from declarations. */
export const tablePages = (
  [
    ['docs/commands.md', 'commands', commandTables],
    ['docs/policy.md', 'risk rules', () => riskTable(riskRules)],
    ['docs/emulator.md', 'users', userTable],
    ['docs/architecture.md', 'reasons', reasonsTable],
  ] as const
).map(([file, mark, made]) => ({ file, update: (text: string) => between(text, mark, made()) }));
