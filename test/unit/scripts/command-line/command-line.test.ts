import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { helpOf } from '../../../../scripts/command-line/command-help.ts';
import {
  type CommandLine,
  readArguments,
  UsageError,
} from '../../../../scripts/command-line/command-line.ts';
import { runScript } from '../../../support/run-script.ts';

const root = path.join(import.meta.dirname, '../../../..');

const commandLine = {
  name: 'redrive',
  summary: 'Moves jobs back.',
  examples: [
    ['', 'moves all of them'],
    ['-- --dry-run', 'counts them'],
  ],
  options: {
    'dry-run': { type: 'boolean', default: false, description: 'moves nothing' },
    url: { type: 'string', value: 'URL', description: 'of the queue\nin this region' },
  },
  variables: { QUEUE_URL: 'required' },
} as const satisfies CommandLine;

const read = (args: readonly string[], environment = {}) => readArguments(commandLine, args, environment);

describe('a dry run is recognized:', () => {
  test.each([
    ['after the --', ['--dry-run'], {}],
    ['without the --, where npm keeps it', [], { npm_config_dry_run: 'true' }],
    ['without the -- and misspelt', [], { npm_config_dryrun: 'true' }],
  ])('%s', (_, args, environment) => {
    expect(read(args, environment).values['dry-run']).toBe(true);
  });

  test('and is off if npm says no', () => {
    expect(read([], { npm_config_dry_run: '' }).values['dry-run']).toBe(false);
    expect(read([], { npm_config_dry_run: 'false' }).values['dry-run']).toBe(false);
  });
});

const kept = (as: string, flag: string) =>
  `npm keeps --${as} for itself. Write “--” before the flags: npm run redrive -- --${flag}`;
test.each([
  ['an unknown flag', ['--bogus'], {}, '“npm run redrive” has no flag --bogus.'],
  ['a slip', ['--dryrun'], {}, '“npm run redrive” has no flag --dryrun. Did you mean --dry-run?'],
  ['a letter', ['-n'], {}, '“npm run redrive” has no flag -n.'],
  ['a word', ['now'], {}, '“npm run redrive” takes only flags, not “now”.'],
  ['a missing value', ['--url'], {}, '--url needs a value: --url=URL'],
  ['a flag in place of a value', ['--url', '--dry-run'], {}, '--url needs a value: --url=URL'],
  ['a value too many', ['--dry-run=yes'], {}, '--dry-run takes no value.'],
  ['a value that npm dropped', [], { npm_config_url: 'true' }, kept('url', 'url')],
  ['a slip that npm kept', [], { npm_config_dry_rum: 'true' }, kept('dryrum', 'dry-run')],
])('a mistake in the arguments is refused in one sentence: %s', (_, args, environment, sentence) => {
  expect(() => read(args, environment)).toThrow(new UsageError(sentence));
});

test('the help has the same parts for each command', () => {
  expect(helpOf(commandLine).split('\n')).toEqual([
    'Moves jobs back.',
    '',
    'Usage: npm run redrive -- [flags]',
    '',
    'Examples:',
    '  npm run redrive                moves all of them',
    '  npm run redrive -- --dry-run   counts them',
    '',
    'Flags:',
    '  --dry-run   moves nothing',
    '  --url URL   of the queue',
    '              in this region',
    '  --help      prints this',
    '',
    'Environment variables:',
    '  QUEUE_URL   required',
    '',
  ]);
  expect(helpOf({ name: 'build', summary: 'Builds.', options: {} })).toBe(
    'Builds.\n\nUsage: npm run build\n\nFlags:\n  --help   prints this\n',
  );
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

const redriveHelp = 'Help: npm run redrive -- --help\n';

test.each([
  ['an unknown flag', ['--bogus'], {}, '“npm run redrive” has no flag --bogus.'],
  ['a missing variable', [], {}, '--stage is missing: the stage of the deployment. Or set QUEUE_URL.'],
  ['a wrong variable', [], { QUEUE_URL: 'x' }, 'QUEUE_URL must be an http or https URL; it is “x”.'],
])('%s is one sentence and exit code 2, and nothing else happens', async (_, args, environment, sentence) => {
  expect(await runScript('scripts/redrive.ts', args, environment)).toEqual({
    code: 2,
    out: '',
    err: `${sentence}\n${redriveHelp}`,
  });
});

test('a command ends quietly if the reader of its output has seen enough, like “| head”', async () => {
  const script = `
    import { setImmediate } from 'node:timers/promises';
    import { runCommand } from ${JSON.stringify(path.join(root, 'scripts/command-line/command-line.ts'))};
    await runCommand({ name: 'demo', summary: '', options: {} }, async () => {
      for (;;) { process.stdout.write('a line\\n'); await setImmediate(); }
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  expect({ code, err }).toEqual({ code: 0, err: '' });
});
