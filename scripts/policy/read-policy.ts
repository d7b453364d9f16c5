import type * as z from 'zod';
import { nearest } from '../../src/core/closest-match.ts';
import type { Policy } from '../../src/policy/policy.ts';
import { type JsonSource, NotJson, type Path, parseJson } from './json-source.ts';
import { jsonSchema, schema } from './schema.ts';

/** policy.json cannot be used. Each problem is a line of its own: the file's name, the line, what to write. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the text of policy.json and fills in what it leaves out. Throws `PolicyError` with every mistake, in the order
 * of their lines: "policy.json:12: approvals.expiresMinutes must be 5 to 10080; it is 0".
 */
export function readPolicy(text: string, file = 'policy.json'): Policy {
  const json = parse(text, file);
  const read = schema.safeParse(json.value);
  const problems = read.success ? [] : read.error.issues.flatMap((issue) => describe(issue, json.value));
  problems.push(...aliasesTwice(json.value));
  if (read.success && problems.length === 0) return read.data;
  const lined = problems.map(({ path, message }) => ({ line: json.lineOf(path), message }));
  lined.sort((a, b) => a.line - b.line);
  throw new PolicyError(lined.map(({ line, message }) => `${file}:${line}: ${message}`));
}

interface Mistake {
  readonly path: Path;
  readonly message: string;
}

function parse(text: string, file: string): JsonSource {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof NotJson) throw new PolicyError([`${file}:${error.line}: ${error.message}`]);
    throw error;
  }
}

function describe(issue: z.core.$ZodIssue, whole: unknown): readonly Mistake[] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(path, key) }));
  }
  const value = valueAt(whole, path);
  const name = written(path);
  if (issue.code === 'invalid_key') {
    return [{ path, message: `${name} ${issue.issues[0]?.message ?? issue.message}` }];
  }
  const it = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)}`;
  return [{ path, message: `${name} ${issue.message}; ${it}` }];
}

function unknownKey(path: Path, key: string): string {
  const known = keysAt(path);
  const meant = nearest(key, known);
  const fix = meant ? `did you mean ${meant}?` : `there is ${known.join(', ')}`;
  return `${written([...path, key])} is not a setting; ${fix}`;
}

/** "risk.levels[2].from"; the whole file where there is no path. */
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

/** The settings that there are at a place, from the published schema. */
function keysAt(path: Path): readonly string[] {
  const at = path.reduce(
    (node: unknown, part) =>
      typeof part === 'number'
        ? member(node, 'items')
        : (member(member(node, 'properties'), part) ?? member(node, 'additionalProperties')),
    jsonSchema(),
  );
  return Object.keys(Object(member(at, 'properties')));
}

/** An alias means the same in any case, so `acme` beside `ACME` would leave open which holds. */
function aliasesTwice(whole: unknown): readonly Mistake[] {
  const aliases = Object.keys(Object(valueAt(whole, ['accounts'])));
  const capitals = aliases.map((alias) => alias.toUpperCase());
  return aliases.flatMap((alias, at) => {
    const first = capitals.indexOf(alias.toUpperCase());
    const message = `accounts.${alias} is the same account as accounts.${aliases[first]}; make them one`;
    return first < at ? [{ path: ['accounts', alias], message }] : [];
  });
}
