import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository. */
export const root = path.join(import.meta.dirname, '../..');

/** One file of the repository that names another, or a package. Paths begin at the root. */
export interface Import {
  readonly file: string;
  /** The file that is imported; undefined for a package. */
  readonly target: string | undefined;
  readonly specifier: string;
  /** `type`: nothing is loaded. */
  readonly kind: 'type' | 'value' | 're-export';
}

const statement =
  /^(import|export)\b(?<clause>[^'";]*?)\bfrom\s*'(?<from>[^']+)'|^import '(?<bare>[^']+)'|\bimport\('(?<dynamic>[^']+)'\)/gm;

/** The files of a folder that hold TypeScript, from the root. */
export const filesIn = (...folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
  );

/** The text of a file. */
export const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The imports of a file. */
export const importsOf = (file: string, text = textOf(file)): readonly Import[] =>
  [...text.matchAll(statement)].map(({ 0: whole, groups = {} }) => {
    const { clause = '', from, bare, dynamic } = groups;
    const specifier = from ?? bare ?? dynamic ?? '';
    const isOurs = specifier.startsWith('.');
    const target = isOurs ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
    return { file, target, specifier, kind: kindOf(whole, clause) };
  });

function kindOf(whole: string, clause: string): Import['kind'] {
  const names = /^\s*\{([^}]*)\}/.exec(clause)?.[1]?.split(',') ?? [];
  const given = names.map((name) => name.trim()).filter(Boolean);
  const areTypes = given.length > 0 && given.every((name) => name.startsWith('type '));
  if (areTypes || /^\s*type\b/.test(clause)) return 'type';
  return whole.startsWith('export') ? 're-export' : 'value';
}

/** All files that load with a file of ours, including itself, before anything is shaken out of a bundle. */
export function loadedWith(entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const { target, kind } of importsOf(file)) if (target && kind !== 'type') open.push(target);
  }
  return found;
}
