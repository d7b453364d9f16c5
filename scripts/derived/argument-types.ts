import type { Operation } from '../../src/operation/operation.ts';
import { operations } from '../../src/operations/index.ts';

const beginning = `/* Written by \`npm run fix\` from the declarations, so that a link to another operation is checked by the compiler. */

type Args<Required extends string = never, Optional extends string = never> = {
  readonly [Name in Required]: string;
} & { readonly [Name in Optional]?: string | undefined };

/** The arguments of each operation, as words; all of them take an account as well. */
export interface CommandArguments {`;

/** Writes a union of names; `never` if there are none. */
const union = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(' | ') || 'never';

function row({ id, fields }: Operation<never>): string {
  const names = (required: boolean): string[] =>
    Object.entries(fields).flatMap(([name, field]) => (field.required === required ? [name] : []));
  const optional = names(false);
  const both = [union(names(true)), ...(optional.length > 0 ? [union(optional)] : [])];
  const args = both.join() === 'never' ? 'Args' : `Args<${both.join(', ')}>`;
  return `  readonly ${/^\w+$/.test(id) ? id : `'${id}'`}: ${args};`;
}

export const commandArguments = (): string => [beginning, ...operations.map(row), '}', ''].join('\n');
