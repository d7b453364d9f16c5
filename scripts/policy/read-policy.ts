import type * as z from 'zod';
import { closestMatch } from '../../src/core/closest-match.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { riskRules } from '../../src/policy/rules/index.ts';
import type { RiskRule } from '../../src/policy/rules/rule.ts';
import { FileProblems } from '../bundles/file-problems.ts';
import { type Path, parseJson } from './json-source.ts';
import { jsonSchema, schemaFor } from './schema.ts';

/**
 * Parses the text of policy.json and applies its defaults.
 * @throws FileProblems with every mistake, in the order of their lines: "policy.json:12: approvals.expiresMinutes must be
 *   5 to 10080; it is 0"
 */
export function readPolicy(
  text: string,
  file = 'policy.json',
  rules: readonly RiskRule[] = riskRules,
): Policy {
  const json = parseJson(text, file);
  const { value } = json;
  const lined = (notes: readonly Note[]): string[] =>
    notes
      .map(({ path, message }) => ({ line: json.lineOf(path), text: `${written(path)} ${message}` }))
      .sort((a, b) => a.line - b.line)
      .map(({ line, text: said }) => `${file}:${line}: ${said}`);

  const read = schemaFor(rules).safeParse(value);
  const mistakes = read.success ? [] : read.error.issues.flatMap((issue) => describe(issue, value, rules));
  const problems = lined([...mistakes, ...repeatedAliases(value)]);
  if (!read.success || problems.length > 0) throw new FileProblems(problems);
  return read.data;
}

interface Note {
  readonly path: Path;
  /** Follows the name of the part: "must be 5 to 10080". */
  readonly message: string;
}

function describe(issue: z.core.$ZodIssue, whole: unknown, rules: readonly RiskRule[]): readonly Note[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, keysAt(path, rules)) }));
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  const value = valueAt(whole, path);
  const it = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)}`;
  return [{ path, message: `${issue.message}; ${it}` }];
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = closestMatch(key, known);
  const fix = meant ? `did you mean ${meant}?` : `there is ${known.join(', ')}`;
  return `is not a setting; ${fix}`;
}

/** Writes a path: "risk.levels[2].minScore"; "The policy" if it is empty. */
const written = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '') || 'The policy';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const member = (value: unknown, key: string | number): unknown => {
  const own = isRecord(value) && Object.hasOwn(value, key);
  return own ? value[key] : undefined;
};

const valueAt = (value: unknown, path: Path): unknown => path.reduce(member, value);

/** Returns the keys that are possible at a path, from the published schema. */
function keysAt(path: Path, rules: readonly RiskRule[]): readonly string[] {
  const at = path.reduce(
    (node: unknown, part) =>
      typeof part === 'number'
        ? member(node, 'items')
        : (member(member(node, 'properties'), part) ?? member(node, 'additionalProperties')),
    jsonSchema(rules),
  );
  return Object.keys(Object(member(at, 'properties')));
}

/** Aliases are compared without case, so `acme` and `ACME` together would be ambiguous. */
function repeatedAliases(whole: unknown): readonly Note[] {
  const aliases = Object.keys(Object(valueAt(whole, ['accounts'])));
  const capitals = aliases.map((alias) => alias.toUpperCase());
  return aliases.flatMap((alias, at) => {
    const first = capitals.indexOf(alias.toUpperCase());
    const message = `is the same account as accounts.${aliases[first]}; make them one`;
    return first < at ? [{ path: ['accounts', alias], message }] : [];
  });
}
