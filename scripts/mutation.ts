import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { figure, table } from './derived/figures.ts';
import { type CommandLine, runCommand } from './command-line/command-line.ts';
import { between } from './derived/page-marks.ts';

const root = path.join(import.meta.dirname, '..');
const home = path.join(root, 'test/mutation');
const page = path.join(root, 'docs/reliability.md');

const commandLine = {
  name: '--prefix test/mutation test',
  summary:
    'Breaks the rules of policy, changes and command lines in thousands of ways, and counts how many the unit tests notice.',
  options: {
    only: {
      type: 'string',
      value: 'FILES',
      description: 'mutates these files only, as a glob pattern, and writes nothing',
    },
  },
} as const satisfies CommandLine;

/** The part of Stryker's report that is used. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Returns the subject of a file: "policy", "change/transitions". */
const subjectOf = (file: string): string =>
  path
    .dirname(file)
    .replace(/^src\//, '')
    .replace(/^(policy|command-line)\/.*/, '$1');

/** Counts the mutants of each folder that the tests notice: killed or timed out. Mutants that don't compile don't count. */
function countsOf({ files }: Report): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const [file, { mutants }] of Object.entries(files))
    for (const { status } of mutants)
      for (const subject of [subjectOf(file), 'all']) {
        const sums = counts.get(subject) ?? { noticed: 0, survived: 0 };
        counts.set(subject, sums);
        const sum = outcomes[status];
        if (sum) sums[sum] += 1;
      }
  return counts;
}

interface Counts {
  noticed: number;
  survived: number;
}

const outcomes: Readonly<Record<string, keyof Counts>> = {
  Killed: 'noticed',
  Timeout: 'noticed',
  Survived: 'survived',
  NoCoverage: 'survived',
};

/** Writes a row for each folder, and a last one for the total. */
const scores = (report: Report): string =>
  table(
    ['folder', 'mutants', 'noticed', 'survived', 'score'],
    [...countsOf(report)]
      .toSorted(([a], [b]) => Number(a === 'all') - Number(b === 'all') || a.localeCompare(b))
      .map(([subject, { noticed, survived }]) => [
        subject,
        ...[noticed + survived, noticed, survived].map(figure),
        `${Math.round((100 * noticed) / (noticed + survived))} %`,
      ]),
  );

/** Runs Stryker, which has a separate package, so that only its users install it. */
function stryker(only: string | undefined): number | null {
  const options = { cwd: root, stdio: 'inherit' } as const;
  const install = spawnSync('npm', ['ci', '--omit=peer', '--prefix', home], options);
  if (install.status !== 0) return install.status;
  const bin = path.join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const files = only === undefined ? [] : ['--mutate', only];
  return spawnSync(process.execPath, [bin, 'run', path.join(home, 'stryker.config.json'), ...files], options)
    .status;
}

await runCommand(commandLine, ({ values: { only } }) => {
  const status = stryker(only);
  if (status !== 0) return status ?? 1;
  const report: Report = JSON.parse(readFileSync(path.join(root, 'dist/mutation.json'), 'utf8'));
  if (!countsOf(report).has('all')) {
    process.stderr.write(`No file to mutate matches ${only}\n`);
    return 1;
  }
  const text = scores(report);
  process.stdout.write(`${text}\n`);
  const counted = `Counted on ${new Date().toISOString().slice(0, 10)}:\n\n${text}`;
  if (only === undefined) writeFileSync(page, between(readFileSync(page, 'utf8'), 'mutation', counted));
  return 0;
});
