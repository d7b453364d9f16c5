import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figure, table } from './derived/figures.ts';
import { howToGetIt, openDynamoDbLocal } from './chaos/dynamodb-local.ts';
import { type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { between } from './derived/page-marks.ts';
import { updateReadme } from './derived/readme.ts';

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/reliability.md');

const commandLine = {
  name: 'chaos',
  summary: `Runs the chaos tests and fuzzing of the built bundles, and the longest of the other tests, and prints what they tried. Of the scenes with faults, and of the model's
runs in which two calls go wrong, it draws at most a third by the commit.`,
  options: {
    all: {
      type: 'boolean',
      default: false,
      description: 'all of them, and more of everything; writes the figures into docs/reliability.md',
    },
    shard: {
      type: 'string',
      value: 'N/COUNT',
      description: 'one part of the files, such as 1/3, and writes nothing',
    },
    'dynamodb-local': {
      type: 'boolean',
      default: false,
      description: "the tests of the stores and of the whole bot, on Amazon's DynamoDB Local",
    },
    seed: {
      type: 'string',
      value: 'N',
      description: 'draws everything from this number, 0 to 999999999, and writes nothing',
    },
  },
  variables: {
    DYNAMODB_LOCAL: 'for --dynamodb-local: a folder with DynamoDBLocal.jar, or the URL of one that runs',
  },
} as const satisfies CommandLine;

const vitest = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run'];

const projects = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => ['--project', name]);

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

/** A number from the commit that is checked out; undefined outside of a Git repository. */
function numberOfCommit(): string | undefined {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? String(Number.parseInt(stdout, 16)) : undefined;
}

interface Run {
  readonly isAll: boolean;
  readonly shard?: string | undefined;
  readonly seed?: string | undefined;
}

/** Runs the tests. Returns their exit code. */
function run({ isAll, shard, seed }: Run): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'skydesk-figures-'));
  const part = shard === undefined ? [] : [`--shard=${shard}`];
  const draw = seed ?? numberOfCommit();
  const begun = Date.now();
  const { status } = spawnSync(
    process.execPath,
    [...vitest, ...projects('chaos', 'respelled', 'long'), ...part],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        CHAOS: isAll ? 'all' : 'drawn',
        CHAOS_FIGURES: folder,
        ...(draw !== undefined && { CHAOS_DRAW: draw }),
        ...(seed !== undefined && { CHAOS_SEED: seed }),
      },
    },
  );
  const figures = tableOf(countedIn(folder));
  rmSync(folder, { recursive: true });
  process.stdout.write(`${figures}\n`);
  const isWhole = isAll && shard === undefined && seed === undefined;
  if (status === 0 && isWhole) {
    const minutes = Math.round((Date.now() - begun) / 60_000);
    const about = `Counted on ${new Date().toISOString().slice(0, 10)}, in ${minutes} minutes:`;
    writeFileSync(page, between(readFileSync(page, 'utf8'), 'figures', `${about}\n\n${figures}`));
    updateReadme();
  }
  return status ?? 1;
}

/** The tests that write to a table over its wire protocol. */
const onTables = [
  'test/unit/aws/sdk/',
  'test/unit/memory-table.test.ts',
  'test/unit/local/aws/',
  'test/system/',
];

/** Runs the tests of tables on DynamoDB Local, or says how to get it. Resolves to their exit code. */
async function runOnDynamoDbLocal(place: string | undefined): Promise<number> {
  if (!place) {
    process.stdout.write(howToGetIt);
    return 0;
  }
  const { url, close } = await openDynamoDbLocal(place);
  const { status } = spawnSync(
    process.execPath,
    [...vitest, ...projects('unit', 'system', 'long'), ...onTables],
    { cwd: root, stdio: 'inherit', env: { ...process.env, DYNAMODB_LOCAL: url } },
  );
  close();
  return status ?? 1;
}

await runCommand(commandLine, ({ values: { all, shard, seed, 'dynamodb-local': isOnTables } }) => {
  if (isOnTables) return runOnDynamoDbLocal(process.env.DYNAMODB_LOCAL);
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) {
    throw new UsageError(`--seed must be a whole number from 0 to 999999999; it is “${seed}”.`);
  }
  const [nth = 0, count = 0] =
    /^(\d+)\/(\d+)$/
      .exec(shard ?? '1/1')
      ?.slice(1)
      .map(Number) ?? [];
  if (nth < 1 || nth > count) throw new UsageError(`--shard must be like 1/3; it is “${shard}”.`);
  return run({ isAll: all, shard, seed });
});
