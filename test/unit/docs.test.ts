import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parameterNames } from '../../scripts/deployment/osls.ts';
import { tablePages } from '../../scripts/derived/doc-tables.ts';
import { linkedPages, listedIn } from '../../scripts/derived/page-links.ts';
import { withNumbers } from '../../scripts/derived/readme.ts';
import { templateParameters } from '../../scripts/release/template-parameters.ts';
import { maxKeys } from '../../src/api-keys/api-key.ts';
import { maxCallsPerMinute } from '../../src/aws/sdk/call-limit-store.ts';
import { historyDays, messageDays } from '../../src/aws/sdk/kept-days.ts';
import { scopeOfSlackbot, usesOf } from '../../src/slack/client/scopes.ts';
import { filesIn, textOf as read, root } from '../support/imports.ts';

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const readme = read('README.md');
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort();

test.each(tablePages)('the table in $file follows the declarations (npm run fix)', ({ file, update }) => {
  expect(read(file)).toBe(update(read(file)));
});

test.each(linkedPages)('$file ends with the links of the map (npm run fix)', ({ file, update }) => {
  expect(read(file)).toBe(update(read(file)));
});

test('the map of the docs has each page, by its title', () => {
  const title = (file: string): string => /^# (.+)$/m.exec(read(file))?.[1] ?? '';
  const listed = listedIn('docs/README.md');
  const own = globSync(['docs/*.md', 'docs/*/README.md'], { cwd: root });
  expect(listed.map(({ file }) => file).toSorted()).toEqual(
    [...own, 'CONTRIBUTING.md'].filter((file) => file !== 'docs/README.md').toSorted(),
  );
  expect(listed.map(({ title: text }) => text)).toEqual(listed.map(({ file }) => title(file)));
});

test('the numbers in the README equal those of the linked pages (npm run fix)', () => {
  expect(readme).toBe(withNumbers(readme));
});

test('the README has at most 800 words, and the two commands on its first screen', () => {
  expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(800);
  const screen = readme.split('\n').slice(0, 12).join('\n');
  expect(all(/^\$ (.+?) +#/gm, screen)).toEqual(['npm ci && npm run dev', 'npm cit']);
});

test('.ci/run tests with the command of the README', () => {
  expect(read('.ci/run').split('\n')).toContain('npm cit');
});

test('the README names the Node version that npm needs to install the project', () => {
  const { engines } = JSON.parse(read('package.json'));
  expect(all(/Node (\d+) or newer/g, readme).map((version) => `>=${version}`)).toEqual([engines.node]);
});

test('the changelog begins with the version of package.json, which is the one that gets security fixes', () => {
  const { version } = JSON.parse(read('package.json'));
  const versions = all(/^## \[([\d.]+)\] - (?:Unreleased|\d{4}-\d\d-\d\d)$/gm, read('CHANGELOG.md'));
  expect(versions[0]).toBe(version);
  expect(read('SECURITY.md')).toContain(` ${version.replace(/\d+$/, 'x')}.`);
});

test('the files of the code owners exist', () => {
  const owned = all(/^\/(\S+) +@/gm, read('.github/CODEOWNERS'));
  expect(owned).toContain('policy.json');
  expect(owned.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
});

describe('decisions', () => {
  const decisions = globSync('docs/decisions/0*.md', { cwd: root }).sort();

  test('are listed, each with its title', () => {
    const titles = decisions.map((page) => {
      const [title] = all(/^# (.+)$/gm, read(page));
      return `[${title}](${path.basename(page)})`;
    });
    expect(titles.length).toBeGreaterThan(0);
    expect(all(/^\| (\[[^|]+\)) \|/gm, read('docs/decisions/README.md'))).toEqual(titles);
  });

  test.each(decisions)('say why, what was measured, what it costs, and when to look again: %s', (page) => {
    expect(all(/^\*\*([^*]+)\.\*\*/gm, read(page))).toEqual([
      'Context',
      'Decision',
      'What was measured',
      'What it costs',
      'When to look again',
    ]);
  });
});

test('the page on the architecture describes each folder', () => {
  const named = all(
    /`([^`]+)`/g,
    all(/^\| folder [^\n]*\n((?:\|.*\n)+)/gm, read('docs/architecture.md')).join(''),
  );
  const folders = globSync(['src/*', 'local/*'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
});

/** The names in backticks on a page, without blocks of code and without names that contain a space. */
const inBackticks = (page: string): string[] =>
  all(/`([^`\s]+)`/g, read(page).replaceAll(/^```[\s\S]*?^```$/gm, ''));

/** The names of all files of the project. */
const fileNames = new Set(
  globSync(['*', '{.ci,.github,deploy,docs,local,scripts,src,test}/**'], { cwd: root }).map((file) =>
    path.basename(file),
  ),
);

/** The part of an address that GitHub gives to a heading. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

describe('the pages name only what exists:', () => {
  test.each(pages)('files and folders, in %s', (page) => {
    const named = inBackticks(page);
    const paths = named.filter((name) =>
      /^(\.ci|\.github|deploy|docs|local|scripts|src|test)(\/|$)/.test(name),
    );
    const files = named.filter((name) => /^[\w.-]+\.(cjs|json|md|ts|tsx|yml)$/.test(name));
    // NAME stands for a file that somebody adds to the folder.
    const missing = paths.filter((name) => !existsSync(path.join(root, name.replace(/\/NAME\b.*$/, ''))));
    expect([...missing, ...files.filter((name) => !fileNames.has(name))]).toEqual([]);
  });

  test.each(pages)('messages of the log, in %s', (page) => {
    const logged = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');
    const lists = all(/\bmessage in \[([^\]]+)\]/g, read(page)).flatMap((list) => all(/"([^"]+)"/g, list));
    const named = [...all(/\bmessage = "([^"]+)"/g, read(page)), ...lists];
    expect(named.filter((message) => !logged.includes(`'${message}'`))).toEqual([]);
  });

  test.each(pages)('files and headings behind links, in %s', (page) => {
    const broken = all(/\]\((?!https?:)([^)\s]+)\)/g, read(page)).filter((link) => {
      const [file = '', heading] = link.split('#');
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!existsSync(path.join(root, target))) return true;
      return (
        heading !== undefined &&
        !all(/^#+ (.+)$/gm, read(target))
          .map(anchor)
          .includes(heading)
      );
    });
    expect(broken).toEqual([]);
  });

  test.each(pages)('environment variables that the code reads, in %s', (page) => {
    const code = globSync(['src/**/*.ts', 'local/**/*.ts', 'scripts/**/*.ts'], { cwd: root })
      .map(read)
      .join('\n');
    // CloudFormation's name of a capability looks like one, and so does DynamoDB's of what a stream has.
    const text = read(page).replaceAll(/--capabilities \w+|StreamViewType=\w+/g, '');
    const named = new Set(all(/\b([A-Z]{2,}(?:_[A-Z]+)+)\b/g, text));
    expect([...named].filter((name) => !code.includes(name))).toEqual([]);
  });
});

describe('comments in the code', () => {
  const folders = ['src', 'local', 'test', 'scripts', 'gateway'];
  const files = filesIn(...folders.filter((folder) => existsSync(path.join(root, folder))));
  const isOurs = (file: string): boolean => !file.includes('node_modules');

  /** Returns the comments of a file, each on one line. */
  const commentsIn = (file: string) =>
    all(/(^[ \t]*\{?\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n[ \t]*\/\/ .*)*)/gm, read(file)).map((comment) => ({
      file,
      text: comment.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' '),
    }));
  const comments = files.filter(isOurs).flatMap(commentsIn);

  const headingsOf = (page: string): string[] =>
    existsSync(path.join(root, page)) ? all(/^#+ (.+)$/gm, read(page)) : [];

  test('cite a page of the docs with a heading that it has: (docs/operations.md, Alarms)', () => {
    const cited = comments.flatMap(({ file, text }) =>
      [...text.matchAll(/\b(docs\/[\w/-]+\.md), ([A-Z][^);]*)/g)].map(([, page = '', heading = '']) => ({
        file,
        page,
        heading,
      })),
    );
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ page, heading }) => !headingsOf(page).includes(heading))).toEqual([]);
  });

  test('name no page that is not in the repository, and no numbered section', () => {
    const missing = comments.flatMap(({ file, text }) =>
      all(/([\w-]+\.md\b|\bservice-facts\b|§)/g, text)
        .filter((name) => !fileNames.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test('the installation page explains every parameter of the deployment', () => {
  const explained = all(/^\| `(\w+)` \|[^|\n]*\|[^|\n]*\|$/gm, read('docs/install.md'));
  expect(explained.toSorted()).toEqual(parameterNames().toSorted());
});

test('the installation page names the parameter of a released template that stands for each of serverless.yml', () => {
  const named = [...read('docs/install.md').matchAll(/^\| `(\w+)` \| `(\w+)`[^|]*\|$/gm)];
  expect(named.map(([, name, replaces]) => [name, replaces])).toEqual(
    Object.entries(templateParameters).map(([name, { replaces }]) => [name, replaces]),
  );
});

test('the installation page has the default of each parameter', () => {
  const [, defaults = ''] = /^params:\n {2}default:\n((?: {4}.*\n)+)/m.exec(read('serverless.yml')) ?? [];
  const page = read('docs/install.md');
  const set = [...defaults.matchAll(/^ {4}(\w+): ([^"\s].*)$/gm)];
  expect(set.length).toBeGreaterThan(4);
  for (const [, name, value] of set)
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \`?${value}\`? \\|`, 'm'));
});

test('the pages promise the limits that are deployed', () => {
  const [mcpRate = ''] = all(/mcpRate: ([\d.]+)/g, read('serverless.yml'));
  const [burst = ''] = all(/ANY \/mcp: .*ThrottlingBurstLimit: (\d+)/g, read('deploy/mcp.yml'));
  const [total = ''] = all(/DefaultRouteSettings: \{ ThrottlingRateLimit: (\d+)/g, read('serverless.yml'));
  const [atOnce = ''] = all(/DefaultRouteSettings: .*ThrottlingBurstLimit: (\d+)/g, read('serverless.yml'));
  const promised: readonly (readonly [page: string, ...sentences: string[]])[] = [
    [
      'docs/security.md',
      `Each route takes ${mcpRate} requests a second, and ${burst} at once`,
      `each person ${maxCallsPerMinute} calls a minute`,
      `At most ${total} requests a second are accepted in total, and ${atOnce} at once.`,
      `up to ${maxCallsPerMinute} previews a minute`,
    ],
    [
      'docs/agents.md',
      `| ${mcpRate} requests a second each, and ${burst} at once;`,
      `| ${maxCallsPerMinute} a minute |`,
      `| ${maxKeys} at a time,`,
    ],
    [
      'docs/scale.md',
      `| ${total} requests a second, and ${atOnce} at once; agents ${mcpRate} requests a second, and ${burst} at once,`,
    ],
  ];
  for (const [page, ...sentences] of promised)
    for (const sentence of sentences) expect(read(page)).toContain(sentence);
});

describe('the page on security', () => {
  const page = read('docs/security.md');

  test('cites tests by their titles', () => {
    const cited = [...page.matchAll(/\[([^\]]+)\]\(\.\.\/(test\/[^)]+)\)/g)];
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(([, title = '', file = '']) => !read(file).includes(title))).toEqual([]);
  });

  test('has in each row of a table the test that covers it, or says that none does', () => {
    const rows = all(/^(\|.+)$/gm, page).filter((row) => !/^\|(-|.* covered by test \|$)/.test(row));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((row) => !/\.test\.ts\)[^|]*\|$|\| none: .+ \|$/.test(row))).toEqual([]);
  });
});

describe('the page on operations', () => {
  const page = read('docs/operations.md');

  test('has the environment variables that the functions read, and no other', () => {
    const code = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');
    const isRead = all(
      /\b(?:(?:required|optional|optionalTime)\('|environment\.|process\.env\.)([A-Z\d_]+)\b/g,
      code,
    );
    const [, section = ''] = page.split(/^## Environment variables$/m);
    const named = section
      .split('\n')
      .flatMap((row) => all(/`([A-Z]+(?:_[A-Z\d]+)+)`/g, row.split('|')[1] ?? ''));
    expect(named.toSorted()).toEqual(
      [...new Set(isRead)].filter((name) => !name.startsWith('AWS_')).toSorted(),
    );
  });
});

describe('the page for administrators', () => {
  const page = read('docs/administrators.md');

  test('has each scope of the manifest, and of Slackbot, with what needs it', () => {
    const rows = [...page.matchAll(/^\| `([\w:]+)` \| ([^|]+) \| [^|]+ \|$/gm)];
    const named = rows.map(([, scope, uses = '']) => [scope, uses.replaceAll('`', '').split(', ')]);
    const { scopes } = JSON.parse(read('slack-manifest.json')).oauth_config;
    const needed = scopes.bot.map((scope: string) => [scope, usesOf(scope)]);
    expect(named).toEqual([...needed, [scopeOfSlackbot, ['Slackbot']]]);
  });

  test('says how long things are stored', () => {
    const [queue, deadLetters] = all(/MessageRetentionPeriod: (\d+)/g, read('deploy/queue.yml')).map(
      (seconds) => Number(seconds) / 86_400,
    );
    const [logDays] = all(/logDays: (\d+)/g, read('serverless.yml'));
    for (const said of [
      `${historyDays} days after they are over; a preview ${messageDays} days`,
      `${messageDays} days after they expire`,
      `${queue} days, or ${deadLetters} days in the dead-letter queue`,
      `${logDays} days (\`logDays\`)`,
    ])
      expect(page).toContain(said);
    expect(read('docs/security.md')).toContain(`${messageDays} days after it expires`);
  });
});

test('every test that the page on reliability quotes is in the file that it names', () => {
  const quotes = /`([^`]+)`(?: and what follows)? in \[[^\]]+\]\(\.\.\/(test\/[^)]+)\)|`([^`]+)` there\b/g;
  const [, defects = ''] = read('docs/reliability.md').split(/^## Defects.*$/m);
  let file = '';
  const found = [...defects.matchAll(quotes)];
  expect(found.length).toBeGreaterThan(30);
  const missing = found.filter(([, title, named, titleThere]) => {
    file = named ?? file;
    return !read(file).includes(title ?? titleThere ?? '');
  });
  expect(missing.map(([quote]) => quote)).toEqual([]);
});
