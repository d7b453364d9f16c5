import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { parameterNames } from '../../scripts/deployment/osls.ts';
import { commandsOfRelease } from '../../scripts/release/release-cli.ts';
import { parseCommand } from '../../src/command-line/parse-command.ts';
import { readPlan } from '../../src/command-line/plan-steps.ts';
import { commandsIn } from '../../src/operation/plan-text.ts';
import { find } from '../../src/operation/registry.ts';
import { split } from '../../src/operation/words.ts';
import { operations } from '../../src/operations/index.ts';
import { textOf as read, root } from '../support/imports.ts';
import { runScript } from '../support/run-script.ts';

/*
 * Each command on a page exists: scripts and their flags, parameters, names and outputs of the stack, commands of Slack and
 * plans. test/system/printed-lines.test.ts types those of Slack.
 */

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();

interface Block {
  readonly language: string;
  readonly text: string;
}
const blocksOf = (page: string): Block[] =>
  [...read(page).matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

/** The commands of a shell: each line of a block, and those in backticks, without prompts, comments and here-documents. */
const shellLinesOf = (page: string): { readonly inBlocks: string[]; readonly others: string[] } => ({
  inBlocks: blocksOf(page)
    .filter(({ language }) => language === 'bash' || language === 'console')
    .flatMap(({ text }) =>
      text
        .replaceAll(/ *\\\n */g, ' ')
        .replaceAll(/<<'(\w+)'\n.*?^\1$/gms, '')
        .split('\n'),
    )
    .map((line) =>
      line
        .replace(/^\s*\$ /, '')
        .replace(/\s# .*$/, '')
        .trim(),
    )
    .filter((line) => line !== ''),
  others: all(/`((?:npm|npx|aws) [^`\n]+)`/g, read(page)),
});

/** Commands without a test: the shell's own, and those that every machine has. */
const ofTheShell = /^(cat|cd|echo|export|for|done|gh|git|mkdir|read|rm|sha256sum|umask) ?|^\w+=|^\w+\(\) \{/;

const runs = pages.flatMap((page) => {
  const { inBlocks, others } = shellLinesOf(page);
  return [...inBlocks, ...others].flatMap((line) => line.split(' && ')).map((line) => [page, line] as const);
});
const runsOf = (pattern: RegExp): string[] => [
  ...new Set(runs.flatMap(([, line]) => pattern.exec(line)?.[0] ?? [])),
];

/** The words of a command as a shell passes them on, without quotation marks. */
const wordsOf = (line: string): string[] =>
  split(line).map(({ key, text }) => `${key === undefined ? '' : `${key}=`}${text.replaceAll('"', '')}`);

test('every shell command has a kind that is tested here', () => {
  expect(runs.length).toBeGreaterThan(80);
  const checked =
    /^(npm (run|ci|cit|test|audit|version)|npx (osls|vitest|node)|node skydesk-cli\.mjs|aws|run|stack)\b/;
  expect(runs.filter(([, line]) => !checked.test(line) && !ofTheShell.test(line))).toEqual([]);
});

describe('npm run', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const flags = new Map<string, string>();
  const named = runsOf(/^npm run [\w-]+ -- .+/).filter((line) => !line.endsWith('…'));

  beforeAll(async () => {
    const files = [...new Set(named.map((line) => line.split(' ')[2] ?? ''))].map(
      (name) => [name, scripts[name].replace('node ', '')] as const,
    );
    await Promise.all(
      files.map(async ([name, file]) => flags.set(name, (await runScript(file, ['--help'])).out)),
    );
  }, 60_000);

  test.each(pages)('names a script, in %s', (page) => {
    expect(all(/npm run ([a-z][a-z:-]*)/g, read(page)).filter((name) => !(name in scripts))).toEqual([]);
  });

  test.each(named)('has its flags in its --help: %s', (line) => {
    const [, , name = '', , ...args] = wordsOf(line);
    const help = flags.get(name) ?? '';
    const options = Object.fromEntries(
      [...help.matchAll(/^ {2}--([\w-]+)( [A-Z][\w/=]*)? {2,}/gm)].map(([, flag = '', value]) => [
        flag,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
      ]),
    );
    expect(Object.keys(options)).toContain('help');
    const takesWords = /^Usage: npm run [\w-]+ -- [A-Z]+/m.test(help);
    expect(() => parseArgs({ args, options, allowPositionals: takesWords })).not.toThrow();
  });
});

test.each(pages)('the file of a release has the commands of %s', (page) => {
  const named = all(/node skydesk-cli\.mjs ([\w-]+)/g, read(page));
  expect(named.filter((name) => !commandsOfRelease.includes(name))).toEqual([]);
});

describe('the deployment', () => {
  const template = ['serverless.yml', ...globSync('deploy/*.yml', { cwd: root })].map(read).join('\n');

  test.each(pages)('has the parameters of %s', (page) => {
    expect(
      all(/--param[= ]"?(\w+)=/g, read(page)).filter((name) => !parameterNames().includes(name)),
    ).toEqual([]);
  });

  test.each(pages)('has the names of %s', (page) => {
    const { inBlocks, others } = shellLinesOf(page);
    const names = all(/\bskydesk-prod([-/][\w-]+)?/g, [...inBlocks, ...others].join('\n'));
    // What the pages make themselves: a table, two buckets, a layer, policies and a role.
    const made =
      /^-(restored|code-ACCOUNT|audit-log|ArchiverRole-|boundary|configuration|deployment|deployer)$/;
    const missing = names.filter(
      (name) => !made.test(name) && !template.includes(`\${self:custom.name}${name}`),
    );
    expect(missing).toEqual([]);
  });

  test.each(pages)('has the outputs of %s', (page) => {
    const [, ofAgents = ''] = read('deploy/mcp.yml').split('\n    Outputs:\n');
    const outputs = [
      ...all(/^ {2}(\w+):$/gm, read('deploy/outputs.yml')),
      ...all(/^ {6}(\w+):$/gm, ofAgents),
    ];
    const named = all(/(?:\$\(stack |^stack |OutputKey==')([A-Z]\w+)/gm, read(page));
    expect(named.filter((name) => !outputs.includes(name))).toEqual([]);
  });
});

describe('npx', () => {
  test.each(runsOf(/^npx .+/))('names a package or file that exists: %s', (line) => {
    const [, bin = '', ...args] = wordsOf(line);
    expect(existsSync(path.join(root, 'node_modules/.bin', bin))).toBe(true);
    const paths = args.filter((word) => /^(scripts|test)\/\w/.test(word));
    expect(paths.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    const projects = args.filter((_, at) => args[at - 1] === '--project');
    expect(projects.filter((name) => !read('vitest.config.ts').includes(`name: '${name}'`))).toEqual([]);
  });
});

/** A placeholder that the reader replaces. */
const placeholder = /[<[]\w+|…|\b(ID|HASH|ALIAS|NAME|LINE|COMMAND)\b/;

describe('commands of Slack', () => {
  test.each(pages)('parse without a mistake, in %s', (page) => {
    const inBlocks = blocksOf(page).flatMap(({ text }) => [
      ...all(/^\/cloud (.+)$/gm, text),
      ...all(/^run --data '([^']+)'/gm, text),
    ]);
    const lines = [...inBlocks, ...all(/`\/cloud ([^`]+)`/g, read(page))];
    const wrong = lines.filter((line) => {
      // // Only the built bundles have the runbooks as commands.
      if (/^run \w/.test(line)) return false;
      if (placeholder.test(line)) return !('operation' in find(operations, split(line)));
      const parsed = parseCommand(line);
      if (parsed.kind === 'help') return !/^help\b/.test(line);
      return parsed.kind === 'mistaken' && parsed.problems.some(({ missing }) => !missing);
    });
    expect(wrong).toEqual([]);
  });

  test.each(pages)('make a plan that can be previewed, in %s', (page) => {
    const plans = blocksOf(page).filter(
      ({ language, text }) => language === '' && !text.startsWith('/') && commandsIn(text).length > 1,
    );
    const runbooks = globSync('runbooks/*.plan', { cwd: root }).map(read);
    const wrong = plans
      .filter(({ text }) => {
        const found = find(operations, split(commandsIn(text)[0]?.text ?? ''));
        return 'operation' in found && found.operation.risk !== 'reads';
      })
      .flatMap(({ text }) => {
        const reading = readPlan({ lines: commandsIn(text) }, {});
        return 'problems' in reading ? reading.problems : [];
      });
    expect(wrong).toEqual([]);
    const copies = plans.map(({ text }) => text).filter((text) => /^\{\w+\}/m.test(text));
    expect(copies.filter((text) => !runbooks.includes(text))).toEqual([]);
  });
});
