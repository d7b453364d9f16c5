import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSpecification } from './chaos/digitalocean-spec.ts';
import { howToGetIt, openDynamoDbLocal } from './chaos/dynamodb-local.ts';
import { type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { figure, table } from './derived/figures.ts';
import { between } from './derived/page-marks.ts';
import { updateReadme } from './derived/readme.ts';

const root = path.join(import.meta.dirname, '..');

const commandLine = {
  name: 'chaos',
  summary: `Runs the chaos tests and fuzzing of the built bundles, and the longest of the other tests, and prints what they tried. Of the
scenes with faults, and of the model's runs in which two calls go wrong, it draws at most a third by the commit.`,
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
    'digitalocean-spec': {
      type: 'string',
      value: 'FILE',
      description:
        "checks each call of the gateway's tests against DigitalOcean's specification: a folder, or a .tar.gz",
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

function vitest(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): number {
  const file = path.join(root, 'node_modules/vitest/vitest.mjs');
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } } as const;
  return spawnSync(process.execPath, [file, 'run', ...args], options).status ?? 1;
}

const projects = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => ['--project', name]);

/** Adds up the counts that the test files left in a folder, in a table with a row for each. */
function countedIn(folder: string): string {
  const counted = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const { suite, figures }: { suite: string; figures: Record<string, number> } = JSON.parse(
      readFileSync(path.join(folder, file), 'utf8'),
    );
    for (const [what, count] of Object.entries(figures)) {
      const key = `${suite} | ${what}`;
      counted.set(key, (counted.get(key) ?? 0) + count);
    }
  }
  const rows = [...counted].toSorted(([a], [b]) => a.localeCompare(b));
  return table(
    ['suite', 'what was counted', 'how many'],
    rows.map(([key, count]) => [...key.split(' | '), figure(count)]),
    2,
  );
}

/** A number from the commit that is checked out; undefined outside of a Git repository. */
function numberOfCommit(): string | undefined {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? String(Number.parseInt(stdout, 16)) : undefined;
}

function run(all: boolean, shard: string | undefined, seed: string | undefined): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'skydesk-figures-'));
  const begun = Date.now();
  const part = shard === undefined ? [] : [`--shard=${shard}`];
  const status = vitest([...projects('chaos', 'respelled', 'long'), ...part], {
    CHAOS: all ? 'all' : 'drawn',
    CHAOS_FIGURES: folder,
    CHAOS_DRAW: seed ?? numberOfCommit(),
    CHAOS_SEED: seed,
  });
  const figures = countedIn(folder);
  rmSync(folder, { recursive: true });
  process.stdout.write(`${figures}\n`);
  if (status === 0 && all && shard === undefined && seed === undefined) {
    const minutes = Math.round((Date.now() - begun) / 60_000);
    const about = `Counted on ${new Date().toISOString().slice(0, 10)}, in ${minutes} minutes:`;
    const page = path.join(root, 'docs/reliability.md');
    writeFileSync(page, between(readFileSync(page, 'utf8'), 'figures', `${about}\n\n${figures}`));
    updateReadme();
  }
  return status;
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
  const status = vitest([...projects('unit', 'system', 'long'), ...onTables], { DYNAMODB_LOCAL: url });
  close();
  return status;
}

/** Runs the tests of the gateway, each of whose calls is checked. Returns their exit code. */
function runWithSpecification(place: string): number {
  const { folder, close } = openSpecification(place);
  const status = vitest([...projects('unit'), 'test/unit/gateway/'], { DIGITALOCEAN_SPEC: folder });
  close();
  return status;
}

await runCommand(commandLine, ({ values }) => {
  const { all, shard, seed, 'dynamodb-local': isOnTables, 'digitalocean-spec': specification } = values;
  if (isOnTables) return runOnDynamoDbLocal(process.env.DYNAMODB_LOCAL);
  if (specification !== undefined) return runWithSpecification(specification);
  if (!/^\d{1,9}$/.test(seed ?? '0'))
    throw new UsageError(`--seed must be a whole number from 0 to 999999999; it is “${seed}”.`);
  const [, nth, count] = /^(\d+)\/(\d+)$/.exec(shard ?? '1/1') ?? [];
  if (!(Number(nth) >= 1 && Number(nth) <= Number(count)))
    throw new UsageError(`--shard must be like 1/3; it is “${shard}”.`);
  return run(all, shard, seed);
});
