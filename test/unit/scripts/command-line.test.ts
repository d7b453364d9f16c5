import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CommandError, readArguments } from '../../../scripts/command-line.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Runs a script as npm does, with npm's own variables and no others. */
function run(file: string, args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, file), ...args],
      { env: { NO_COLOR: '1', ...environment } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const commandLine = {
  name: 'redrive',
  help: 'The help.\n',
  options: { 'dry-run': { type: 'boolean', default: false }, url: { type: 'string' } },
  allowPositionals: false,
} as const;

const read = (args: readonly string[], environment = {}) => readArguments(commandLine, args, environment);

describe('a dry run is one however it is asked for:', () => {
  test.each([
    ['after the --', ['--dry-run'], {}],
    ['without the --, where npm keeps it', [], { npm_config_dry_run: 'true' }],
    ['without the -- and misspelt', [], { npm_config_dryrun: 'true' }],
  ])('%s', (_, args, environment) => {
    expect(read(args, environment).values['dry-run']).toBe(true);
  });

  test('and is none where npm says no', () => {
    expect(read([], { npm_config_dry_run: '' }).values['dry-run']).toBe(false);
    expect(read([], { npm_config_dry_run: 'false' }).values['dry-run']).toBe(false);
  });
});

describe('what a command does not take is refused, with the help:', () => {
  const kept = (as: string, flag: string) =>
    `npm keeps --${as} for itself. Write “--” before the flags: npm run redrive -- --${flag}`;
  test.each([
    ['an unknown flag', ['--bogus'], {}, '“npm run redrive” has no flag --bogus.'],
    ['a slip', ['--dryrun'], {}, '“npm run redrive” has no flag --dryrun. Did you mean --dry-run?'],
    ['a letter', ['-n'], {}, '“npm run redrive” has no flag -n.'],
    ['a word', ['now'], {}, "Unexpected argument 'now'. This command does not take positional arguments."],
    ['a missing value', ['--url'], {}, "Option '--url <value>' argument missing."],
    ['a value too many', ['--dry-run=yes'], {}, "Option '--dry-run' does not take an argument."],
    ['a value that npm dropped', [], { npm_config_url: 'true' }, kept('url', 'url')],
    ['a slip that npm kept', [], { npm_config_dry_rum: 'true' }, kept('dryrum', 'dry-run')],
  ])('%s', (_, args, environment, sentence) => {
    expect(() => read(args, environment)).toThrow(new CommandError(`${sentence}\n\nThe help.\n`));
  });
});

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
const files = [
  ...new Set(Object.values(scripts).flatMap((line) => line.match(/scripts\/[\w/-]+\.ts/g) ?? [])),
];

test.each(files)('%s starts with nothing but runCommand', (file) => {
  const source = readFileSync(path.join(root, file), 'utf8');
  const statements = source.match(/^(?:await|void|if|for|process|\w+\()\b.*(?:\n.*){0,2}/gm) ?? [];
  const first = statements[0]?.replace(/^if \(import\.meta\.main\) \{\s+(?:const .*\n\s+)?/, '');
  expect(first).toMatch(/^await runCommand\(/);
  expect(statements.slice(1).filter((statement) => !statement.startsWith('process.exit()'))).toEqual([]);
});

test('a script that is given a flag that it does not have says so, and does nothing', async () => {
  const { code, out, err } = await run('scripts/redrive.ts', ['--bogus']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^“npm run redrive” has no flag --bogus\.\n\n/);
});

test('redrive without a queue says only that', async () => {
  for (const args of [[], ['--dry-run']]) {
    expect(await run('scripts/redrive.ts', args)).toEqual({
      code: 1,
      out: '',
      err: 'Set QUEUE_URL: the output QueueUrl of the stack.\n',
    });
  }
});
