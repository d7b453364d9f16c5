import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Changes in the copy, or imports what does; all else is only read there. */
const copied = ['src', 'local', 'scripts', 'test', 'docs', 'slack-manifest.json'];

/** Every file with a test that asks something of each operation, and that of the added one. */
const tests = [
  'test/unit/architecture.test.ts',
  'test/unit/docs.test.ts',
  'test/unit/scripts/derived/argument-types.test.ts',
  'test/unit/scripts/slack-app/app-manifest.test.ts',
  'test/unit/local/doctor/samples.test.ts',
  'test/unit/operations/alerts/alert-rename.test.ts',
  'test/unit/operations/examples.test.ts',
  'test/unit/operations/network-change.test.ts',
  'test/unit/operations/roles.test.ts',
];

/** What is about neither operations nor what derives from them: the links and names in each page, and a script as a process. */
const others = /^(?!what the pages name is there|npm run manifest prints)/;

/** Puts an added file into its place, where its imports differ; here it is type-checked with all else. */
async function moved(file: string, to: string, imports: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(path.join(import.meta.dirname, 'added-operation', file), 'utf8');
  const [from] = Object.keys(imports);
  if (!from || !text.includes(from)) throw new Error(`${file} imports nothing from ${from}`);
  await writeFile(
    to,
    Object.entries(imports).reduce((rest, [old, now]) => rest.replaceAll(`'${old}`, `'${now}`), text),
  );
}

test('a reversible operation is added in its file, the registry and its test', async () => {
  const copy = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  for (const one of await readdir(root)) {
    const [from, to] = [path.join(root, one), path.join(copy, one)];
    await (copied.includes(one) ? cp(from, to, { recursive: true }) : symlink(from, to));
  }
  /** The output of a script in the copy, whether or not it succeeds. */
  const node = (...args: string[]): Promise<string> =>
    promisify(execFile)(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, VITEST: undefined },
    }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    );

  const source = path.join(copy, 'src/operations/alerts/alert-rename.ts');
  await moved('alert-rename.ts', source, { '../../../src/operations/': '../', '../../../src/': '../../' });
  const itsTest = path.join(copy, 'test/unit/operations/alerts/alert-rename.test.ts');
  await moved('alert-rename-test.ts', itsTest, {
    '../../support/': '../../../support/',
    '../../../src/': '../../../../src/',
  });
  const registry = path.join(copy, 'src/operations/index.ts');
  const listed = (await readFile(registry, 'utf8'))
    .replace(/^import \{ alertShow /m, "import { alertRename } from './alerts/alert-rename.ts';\n$&")
    .replace('  alertUpdate,\n', '$&  alertRename,\n');
  await writeFile(registry, listed);

  expect(await node('scripts/fix.ts')).toBe('');

  const named = ['--testNamePattern', others.source];
  const tested = await node('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...named, ...tests);
  expect(tested).toContain(`${tests.length} passed`);
});
