import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, table } from './bench/figures.ts';
import { type CommandLine, runCommand, UsageError } from './command-line.ts';
import { between } from './page-marks.ts';
import { updateReadme } from './readme.ts';

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/reliability.md');

const commandLine = {
  name: 'chaos',
  summary:
    'Runs the chaos tests and fuzzing of the built bundles, half an hour on two cores, and prints what they tried.',
  options: {
    deep: {
      type: 'boolean',
      default: false,
      description: 'more than an hour; writes the figures into docs/reliability.md',
    },
    seed: {
      type: 'string',
      value: 'N',
      description: 'draws everything from this number, 0 to 999999999, and writes nothing',
    },
  },
} as const satisfies CommandLine;

/** Counts by suite and by name. */
type Counted = Map<string, Map<string, number>>;

/** Adds up the counts that the test files left in a folder. */
function countedIn(folder: string): Counted {
  const counted: Counted = new Map();
  for (const file of readdirSync(folder)) {
    const { suite, figures }: { suite: string; figures: Record<string, number> } = JSON.parse(
      readFileSync(path.join(folder, file), 'utf8'),
    );
    const sums = counted.get(suite) ?? new Map<string, number>();
    counted.set(suite, sums);
    for (const [what, count] of Object.entries(figures)) sums.set(what, (sums.get(what) ?? 0) + count);
  }
  return counted;
}

const sorted = <Value>(map: Map<string, Value>): [string, Value][] =>
  [...map].toSorted(([a], [b]) => a.localeCompare(b));

/** Writes a table with a row for each count. */
const tableOf = (counted: Counted): string =>
  table(
    ['suite', 'what was counted', 'how many'],
    sorted(counted).flatMap(([suite, sums]) =>
      sorted(sums).map(([what, count]) => [suite, what, figure(count)]),
    ),
    2,
  );

/** Runs the tests. Returns their exit code. */
function run(deep: boolean, seed: string | undefined): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'skydesk-figures-'));
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const begun = Date.now();
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'chaos'], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHAOS: deep ? 'deep' : 'bounded',
      CHAOS_FIGURES: folder,
      ...(seed !== undefined && { CHAOS_SEED: seed }),
    },
  });
  const figures = tableOf(countedIn(folder));
  rmSync(folder, { recursive: true });
  process.stdout.write(`${figures}\n`);
  if (status === 0 && deep && seed === undefined) {
    const minutes = Math.round((Date.now() - begun) / 60_000);
    const about = `Counted on ${new Date().toISOString().slice(0, 10)}, in ${minutes} minutes:`;
    writeFileSync(page, between(readFileSync(page, 'utf8'), 'figures', `${about}\n\n${figures}`));
    updateReadme();
  }
  return status ?? 1;
}

await runCommand(commandLine, ({ values: { deep, seed } }) => {
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) {
    throw new UsageError(`--seed must be a whole number from 0 to 999999999; it is “${seed}”.`);
  }
  return run(deep, seed);
});
