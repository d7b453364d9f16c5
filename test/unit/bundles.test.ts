import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundles, optionsOf } from '../../scripts/build.ts';
import { filesInBundle } from './files-in-bundle.ts';
import { importsOf, root } from './imports.ts';

/** Our own files that have bytes in a bundle. */
const heldBy = async (name: (typeof bundles)[number]): Promise<readonly string[]> =>
  (await filesInBundle(optionsOf(name))).filter((file) => !file.includes('node_modules'));

/** What is held, what it imports, and what that imports in turn for its types. */
function withTypes(held: readonly string[]): ReadonlySet<string> {
  const found = new Set(held);
  for (const file of found) {
    if (!file.endsWith('.ts')) continue;
    for (const { target, kind } of importsOf(file)) {
      if (target && (kind !== 'value' || held.includes(file))) found.add(target);
    }
  }
  return found;
}

/** Files for agents that no bundle holds until the fourth function imports them. */
const arriving =
  /^src\/(agents\/|core\/(tool-call|api-key|call-limit)\.|aws\/sdk\/(api-key|call-limit)-store\.)/;

test('src is what the three bundles hold and nothing else, both ways', async () => {
  const held = (await Promise.all(bundles.map(heldBy))).flat();
  const src = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  const isHere = (file: string) => !arriving.test(file);
  expect([...withTypes(held)].filter(isHere).sort()).toEqual(src.filter(isHere).sort());
});
