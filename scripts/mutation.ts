import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CommandLine, runCommand } from './command-line/command-line.ts';
import { figure, table } from './derived/figures.ts';
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

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Returns the subject of a file: "policy", "change/transitions". */
const subjectOf = (file: string): string =>
  path
    .dirname(file)
    .replace(/^src\//, '')
    .replace(/^(policy|command-line)\/.*/, '$1');

/** Whether the tests notice a mutant of this status. One that doesn't compile does not count. */
const isNoticedBy: Readonly<Record<string, boolean>> = {
  Killed: true,
  Timeout: true,
  Survived: false,
  NoCoverage: false,
};

/** Writes a row for each folder, and a last one for the total; undefined if there is no mutant. */
function scores({ files }: Report): string | undefined {
  const all = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.flatMap(({ status }) => {
      const isNoticed = isNoticedBy[status];
      return isNoticed === undefined ? [] : [{ subject: subjectOf(file), isNoticed }];
    }),
  );
  if (all.length === 0) return undefined;
  const bySubject = [...Map.groupBy(all, ({ subject }) => subject)];
  const rows = [...bySubject.toSorted(([a], [b]) => a.localeCompare(b)), ['all', all] as const];
  return table(
    ['folder', 'mutants', 'noticed', 'survived', 'score'],
    rows.map(([subject, of]) => {
      const noticed = of.filter(({ isNoticed }) => isNoticed).length;
      const counts = [of.length, noticed, of.length - noticed].map(figure);
      return [subject, ...counts, `${Math.round((100 * noticed) / of.length)} %`];
    }),
  );
}

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
  const text = scores(JSON.parse(readFileSync(path.join(root, 'dist/mutation.json'), 'utf8')));
  if (text === undefined) {
    process.stderr.write(`No file to mutate matches ${only}\n`);
    return 1;
  }
  process.stdout.write(`${text}\n`);
  const counted = `Counted on ${new Date().toISOString().slice(0, 10)}:\n\n${text}`;
  if (only === undefined) writeFileSync(page, between(readFileSync(page, 'utf8'), 'mutation', counted));
  return 0;
});
