import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CommandLine, runCommand, UsageError } from '../../scripts/command-line/command-line.ts';
import { table } from '../../scripts/derived/figures.ts';
import { between } from '../../scripts/derived/page-marks.ts';
import { type BrokenPromise, promises } from '../support/promises.ts';
import { questions } from '../support/questions.ts';

const root = path.join(import.meta.dirname, '../..');
const page = path.join(root, 'docs/reliability.md');

const commandLine = {
  name: '--prefix test/mutation promises',
  summary: 'Breaks one promise after the other in a copy of the commit, and says which tests notice.',
  options: {
    only: { type: 'string', value: 'WORDS', description: 'only those with these words, and writes nothing' },
    questions: {
      type: 'boolean',
      default: false,
      description:
        'answers each question of the tests about the table with nothing instead, and writes nothing',
    },
  },
} as const satisfies CommandLine;

/** The part of Vitest's report that is used. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Runs these tests in a copy. Returns the files with a test that failed, and how many did: "votes.test.ts (3)". */
function failedIn(copy: string, tests: readonly string[]): readonly string[] {
  const report = path.join(copy, 'dist-report.json');
  spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...['unit', 'model', 'system', 'chaos'].flatMap((project) => ['--project', project]),
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ],
    { cwd: copy, stdio: 'ignore' },
  );
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  if (testResults.length === 0) throw new Error(`No test is named ${tests.join(' ')}`);
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults }) => {
      const count = assertionResults.filter(({ status }) => status === 'failed').length;
      return `${path.basename(name)} (${count || 'does not load'})`;
    });
}

/** Breaks a promise in a copy, and mends it again. Returns what noticed. */
function noticedBy({ file, from, to, tests }: BrokenPromise, copy: string): readonly string[] {
  const broken = path.join(copy, file);
  const text = readFileSync(broken, 'utf8');
  writeFileSync(
    broken,
    text.replace(from, () => to),
  );
  const failed = failedIn(copy, tests);
  writeFileSync(broken, text);
  return failed;
}

/** Makes a copy of the commit, with the packages of this one. */
function copied(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'skydesk-broken-'));
  const { status } = spawnSync('git', ['worktree', 'add', '--detach', copy, 'HEAD'], { cwd: root });
  if (status !== 0) throw new UsageError('It needs a Git repository.');
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

await runCommand(commandLine, ({ values: { only, questions: isAsked } }) => {
  const chosen = (isAsked ? questions : promises).filter(({ promise }) => promise.includes(only ?? ''));
  if (chosen.length === 0) throw new UsageError(`No promise has the words “${only}”.`);
  const copy = copied();
  const rows: { readonly promise: string; readonly failed: readonly string[] }[] = [];
  try {
    for (const one of chosen) {
      const { promise } = one;
      const failed = noticedBy(one, copy);
      const sign = failed.length > 0 ? '✓' : '✗';
      process.stdout.write(`${sign} ${promise}: ${failed.join(', ') || 'nothing'}\n`);
      rows.push({ promise, failed });
    }
  } finally {
    rmSync(copy, { recursive: true });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  }
  if (rows.some(({ failed }) => failed.length === 0)) return 1;
  if (only === undefined && !isAsked) {
    const made = table(
      ['promise', 'noticed by'],
      rows.map(({ promise, failed }) => [promise, failed.join(', ')]),
      2,
    );
    writeFileSync(page, between(readFileSync(page, 'utf8'), 'promises', made));
  }
  return 0;
});
