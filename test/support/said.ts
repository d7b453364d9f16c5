import { parseSync } from 'vite';
import { filesIn, textOf } from './imports.ts';

/** A text that people can read, with its origin. */
export interface Said {
  readonly where: string;
  readonly text: string;
}

/** A node of a syntax tree (ESTree, with TypeScript). */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Stands in a template for an inserted value. */
const filledIn = '…';

/** TypeScript around an expression; all other nodes of TypeScript are types. */
const aroundExpressions = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/**
 * The string literals, whole templates, text in JSX and capitalized keys (labels of facts) of a file of TypeScript.
 * Comments, imports and types contain nothing that people read.
 */
export const textsIn = (where: string, source = textOf(where)): readonly Said[] =>
  textsBelow(parseSync(where, source).program).flatMap((text) =>
    text.trim() === '' ? [] : [{ where, text: text.replace(/\s+/g, ' ') }],
  );

function textsBelow(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsBelow);
  if (!isNode(value)) return [];
  const { type } = value;
  if (type === 'ImportDeclaration' || type === 'ImportExpression' || type === 'ExportAllDeclaration')
    return [];
  if (type.startsWith('TS') && !aroundExpressions.includes(type)) return [];
  return [...ownTexts(value), ...Object.values(value).flatMap(textsBelow)];
}

/** The texts of a node itself, without the nodes below it. */
function ownTexts({ type, value, quasis, key }: Node): readonly string[] {
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return [value];
  if (type === 'TemplateLiteral' && Array.isArray(quasis)) return [quasis.map(cooked).join(filledIn)];
  if (type === 'Property' && isNode(key) && key.type === 'Identifier') {
    const name = String(key.name);
    return /^[A-Z][a-z]/.test(name) ? [name] : [];
  }
  return [];
}

const cooked = ({ value }: { readonly value: { readonly cooked: string } }): string => value.cooked;

/** The texts of all files in some folders. */
export const textsOf = (folders: readonly string[]): readonly Said[] =>
  filesIn(...folders).flatMap((file) => textsIn(file));

/** All strings in some JSON. */
export function stringsIn(where: string, value: unknown): readonly Said[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((member) => stringsIn(where, member));
}
