import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { type ESTree, parseSync, Visitor } from 'vite';
import type { CommandDefinition, Composed } from '../../src/operation/operation.ts';

const members: Readonly<Record<keyof CommandDefinition<never, never> | keyof Composed<never>, true>> = {
  id: true,
  summary: true,
  action: true,
  button: true,
  example: true,
  fields: true,
  risk: true,
  needs: true,
  offline: true,
  forPeople: true,
  endsUsually: true,
  eitherOrder: true,
  results: true,
  plan: true,
  check: true,
  isReversible: true,
};

/**
 * Reduces each operation in a source to its `CommandDefinition`. `isReversible: true` replaces a `snapshot`, unless the operation
 * declares `isReversible` itself: then it can't have an end.
 */
export function withCommandDefinitionsOnly(file: string, source: string): string {
  const others: LeftOut[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineOperation') return;
      if (declared?.type !== 'ObjectExpression') return;
      const declaresReversible = declared.properties.some(
        (property) => plainName(property, file) === 'isReversible',
      );
      for (const property of declared.properties) {
        const name = plainName(property, file);
        const isStoodFor = name === 'snapshot' && !declaresReversible;
        if (!Object.hasOwn(members, name))
          others.push({ ...property, instead: isStoodFor ? 'isReversible: true,' : '' });
      }
    },
  }).visit(parseSync(file, source).program);
  return without(source, others);
}

function plainName(property: ESTree.ObjectPropertyKind, file: string): string {
  if (property.type === 'Property' && property.key.type === 'Identifier') return property.key.name;
  throw new Error(`${file}: an operation is declared with plain names`);
}

/** A part of a source that the receiver omits, and its replacement. */
interface LeftOut {
  readonly start: number;
  readonly end: number;
  readonly instead: string;
}

const without = (source: string, parts: readonly LeftOut[]): string =>
  parts
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (rest, { start, end, instead }) =>
        `${rest.slice(0, start)}${instead}${rest.slice(end).replace(/^,/, '')}`,
      source,
    );

/** Removes the look-ups of fields from a source. A `reference` becomes true, and `many` loses only its `expand`. */
export function withoutLookUps(source: string, file: string): string {
  const parts: LeftOut[] = [];
  new Visitor({
    Property({ key, value, start, end }) {
      if (key.type !== 'Identifier') return;
      if (key.name === 'reference' && value.type === 'ObjectExpression')
        parts.push({ start, end, instead: 'reference: true,' });
      if (key.name === 'expand') parts.push({ start, end, instead: '' });
    },
  }).visit(parseSync(file, source).program);
  return without(source, parts);
}

/**
 * Omits from the receiver how operations run and answer, and how their fields look up values. The receiver only parses commands
 * and draws forms, and the time to load code is part of its time to acknowledge.
 */
export const commandDefinitionsOnly: Plugin = {
  name: 'command-definitions-only',
  setup(build) {
    build.onLoad({ filter: /\/src\/operations\/.+\.ts$/ }, async ({ path }) => ({
      contents: withoutLookUps(withCommandDefinitionsOnly(path, await readFile(path, 'utf8')), path),
      loader: 'ts',
    }));
  },
};
