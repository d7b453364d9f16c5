import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundles, optionsOf, pictureOptions } from '../../scripts/build.ts';
import { filesInBundle } from '../support/files-in-bundle.ts';
import { filesIn, importsOf, loadedWith, root, textOf } from '../support/imports.ts';

/** Our own files among these. */
const ours = (files: readonly string[]): readonly string[] =>
  files.filter((file) => !file.includes('node_modules'));

type Bundle = (typeof bundles)[number];

const built = new Map<Bundle, ReturnType<typeof filesInBundle>>();
/** The files that have bytes in a bundle, which is built once. */
function filesOf(name: Bundle): ReturnType<typeof filesInBundle> {
  const files = built.get(name) ?? filesInBundle(optionsOf(name));
  built.set(name, files);
  return files;
}

/** Our own files that have bytes in a bundle. */
const heldBy = async (name: Bundle): Promise<readonly string[]> => ours(await filesOf(name));

/** The files of a bundle, their imports, and what those import in turn for their types. */
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

test('the gateway contains all of its own folder, and of src only what is small and knows no cloud API', async () => {
  const held = await heldBy('gateway');
  const own = filesIn('gateway').filter((file) => file !== 'gateway/listener.ts');
  const withItsTypes = [...withTypes(held)].filter((file) => file.startsWith('gateway/'));
  expect(withItsTypes.sort()).toEqual([...own].sort());
  const foreign = held.filter((file) => !/^(gateway|src\/(core|http|network|aws\/lambda))\//.test(file));
  expect(foreign).toEqual([]);
});

test('the five bundles of Skydesk and the file that draws pictures contain all of src, and nothing else of ours', async () => {
  const pictures = ours(await filesInBundle(pictureOptions));
  const own = bundles.filter((name) => name !== 'gateway');
  const held = [...new Set([...(await Promise.all(own.map(heldBy))).flat(), ...pictures])];
  const src = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  expect([...withTypes(held)].sort()).toEqual(src.sort());
});

/** Confirms, votes, executes, ends or undoes a change, or lets the queue do so. */
const decisive = [
  'lifecycle/decide/break-glass',
  'lifecycle/run/execute',
  'lifecycle/decide/requester-actions',
  'lifecycle/run/run-of-step',
  'lifecycle/decide/suggest',
  'lifecycle/decide/vote',
  'lifecycle/run/run-step',
  'lifecycle/request/confirm',
  'lifecycle/request/confirmed-change',
  'jobs/deliver',
  'jobs/kinds',
  'lifecycle/run/run-reversal',
  'lifecycle/request/use-offers',
].map((name) => `src/${name}.ts`);

test('the answer to an agent reaches no code that changes anything: a click or an approval does', async () => {
  const worker = await heldBy('worker');
  expect(decisive.filter((file) => !worker.includes(file))).toEqual([]);
  const imported = loadedWith('src/agents/answer-agent.ts');
  expect(imported).toContain('src/agents/request-change.ts');
  expect(decisive.filter((file) => imported.has(file))).toEqual([]);
});

test('the function for agents has no code that answers: it describes the tools, asks and waits', async () => {
  const held = await heldBy('mcp');
  expect(held).toContain('src/agents/tools.ts');
  const answering =
    /^src\/(agents\/(answer|present|request)|lifecycle|evaluate|cloud|audit-log|slack|policy)/;
  expect(held.filter((file) => answering.test(file))).toEqual([]);
});

test('no bundle validates JSON Schema: a client of tools does', async () => {
  const files = await filesOf('mcp');
  expect(files.filter((file) => /\/@modelcontextprotocol\/server\//.test(file))).not.toEqual([]);
  expect(files.filter((file) => /ajv|cfWorker/i.test(file))).toEqual([]);
});

test('no bundle has the names of emoji: the worker loads them from a file beside it', async () => {
  for (const name of bundles) {
    const files = await filesOf(name);
    expect(files.filter((file) => file.includes('emojibase-data'))).toEqual([]);
    expect(files.includes('src/core/shortcodes.ts')).toBe(name === 'worker');
  }
});

test('Slack’s client in the bundles has each method that src calls', () => {
  const { Methods } = createRequire(import.meta.url)('../../src/stubs/web-api-methods.cjs');
  const web = Object.assign(new Methods(), { apiCall: (...call: unknown[]) => call });
  const called = filesIn('src').flatMap((file) => [...textOf(file).matchAll(/\bweb\.((\w+)[\w.]+)\(/g)]);
  expect(called.map(([, name]) => name)).toContain('usergroups.users.list');
  expect(called.map(([, , family = '']) => family).filter((family) => !(family in web))).toEqual([]);
  expect(web.usergroups.users.list({ usergroup: 'S1' })).toEqual([
    'usergroups.users.list',
    { usergroup: 'S1' },
  ]);
});
