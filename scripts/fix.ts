import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './command-line/command-line.ts';
import { commandArguments } from './derived/argument-types.ts';
import { tablePages } from './derived/doc-tables.ts';
import { linkedPages } from './derived/page-links.ts';
import { withNumbers } from './derived/readme.ts';
import { bundledPackages, pageOf } from './derived/third-party.ts';
import { manifestFile } from './manifest.ts';
import { policySchema } from './policy/schema.ts';

/** A file derived from code: its path, relative to the root of the project, and a function from its current to its new text. */
type Derived = readonly [file: string, update: (text: string) => string | Promise<string>];

const derived: readonly Derived[] = [
  ['src/operations/context/command-arguments.ts', commandArguments],
  ...tablePages.map(({ file, update }): Derived => [file, update]),
  ['policy.schema.json', policySchema],
  ['slack-manifest.json', manifestFile],
  ['docs/third-party.md', async () => pageOf(await bundledPackages())],
  ['README.md', withNumbers],
  ...linkedPages.map(({ file, update }): Derived => [file, update]),
];

const summary = 'Writes the files that derive from code.';
await runCommand({ name: 'fix', summary, options: {} }, async () => {
  for (const [file, update] of derived) {
    const at = path.join(import.meta.dirname, '..', file);
    const text = await readFile(at, 'utf8');
    const updated = await update(text);
    if (updated !== text) await writeFile(at, updated);
  }
});
