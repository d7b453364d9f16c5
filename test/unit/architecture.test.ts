import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, importsOf, loadedWith, textOf } from '../support/imports.ts';

/** The folders of src from the bottom up, each with its subfolders. Each imports only those before it. '' has the functions. */
const order = [
  'core',
  'answer',
  'time',
  'api-keys',
  'network',
  'picture',
  'operation',
  'sentence',
  'messaging',
  'change',
  'drift',
  'policy',
  'http',
  'cloud',
  'operations',
  'command-line',
  'queue',
  'slack',
  'evaluate',
  'audit-log',
  'lifecycle/prepare',
  'lifecycle/views',
  'lifecycle/notify',
  'lifecycle/run',
  'lifecycle/request',
  'lifecycle/decide',
  'lifecycle/reconcile',
  'watch',
  'commands',
  'home',
  'agents',
  'jobs',
  'aws',
  'health',
  'wiring',
  '',
];

const folderOf = (file: string): string => path.posix.dirname(file);

/** The folder of a file, below src: "aws/sdk". */
const layerOf = (file: string): string => path.posix.relative('src', folderOf(file));

/** The folder of the order above in which a file of src lies. */
const subjectOf = (file: string): string => {
  const [folder = '', inner] = layerOf(file).split('/');
  return folder === 'lifecycle' ? `${folder}/${inner}` : folder;
};

const src = filesIn('src');
const local = filesIn('local');
const ours = [...src, ...local];
const imports = ours.flatMap((file) => importsOf(file));

/** The violations of a rule, for the message of a failure. */
const told = (wrong: readonly { readonly file: string; readonly specifier: string }[]): readonly string[] =>
  wrong.map(({ file, specifier }) => `${file} imports ${specifier}`);

test.each([
  ["export * from './x'", './x', 're-export'],
  ["import './x'", './x', 'value'],
  ["await import('./x')", './x', 'value'],
  ["import { x } from './x'", './x', 'value'],
  ["import x, { type X } from './x'", './x', 'value'],
  ["import {\n  type X,\n  x,\n} from './x'", './x', 'value'],
  ["import type { X } from './x'", './x', 'type'],
  ["import { type X, type Y } from './x'", './x', 'type'],
  ["export type { X } from './x'", './x', 'type'],
])('%s is seen to import', (line, specifier, kind) => {
  expect(importsOf('src/y.ts', line)).toMatchObject([{ target: 'src/x', specifier, kind }]);
});

describe('the folders of src', () => {
  test('every folder has its place in the order', () => {
    expect(new Set(src.map(subjectOf))).toEqual(new Set(order));
  });

  test('imports run downward only', () => {
    const floor = (file: string): number => order.indexOf(subjectOf(file));
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/') && target?.startsWith('src/') && floor(target) > floor(file),
    );
    expect(told(wrong)).toEqual([]);
  });

  test('nothing that is deployed imports the local tools, the scripts or the tests', () => {
    const wrong = imports.filter(
      ({ file, target }) => file.startsWith('src/') && !target?.startsWith('src/'),
    );
    expect(told(wrong.filter(({ target }) => target !== undefined))).toEqual([]);
  });
});

test.each<[string, RegExp, readonly string[]]>([
  [
    'the calls of an operation: reads, and each step of a change',
    /\.run\(\)/,
    ['src/commands/run-read.ts', 'src/lifecycle/run/run-step.ts'],
  ],
  ['the work that a dead worker left', /causedBy\('started'/, ['src/lifecycle/run/recover-run.ts']],
  ['the items of changes', /`change#/, ['src/aws/sdk/change-items.ts']],
  ['the jobs that execute steps', /kind: 'execute'/, ['src/lifecycle/run/enqueue-execution.ts']],
  ['the due work of one change', /\bacts\[task\]/, ['src/lifecycle/reconcile/settle.ts']],
  ['what is planned of a change', /\bplanned\(change\)/, ['src/change/model/todo.ts']],
])('one place has %s', (_, written, places) => {
  expect(src.filter((file) => written.test(textOf(file)))).toEqual(places);
});

test('no folder imports its parent', () => {
  const wrong = imports.filter(
    ({ file, target }) => target !== undefined && folderOf(file).startsWith(`${folderOf(target)}/`),
  );
  expect(told(wrong)).toEqual([]);
});

test('no two source files share a name', () => {
  const files = new Map<string, string[]>();
  for (const file of [...ours, ...filesIn('scripts')]) {
    const name = path.posix.basename(file).replace(/\..*$/, '');
    if (name !== 'index') files.set(name, [...(files.get(name) ?? []), file]);
  }
  expect([...files.values()].filter(({ length }) => length > 1)).toEqual([]);
});

test('no file is called utils, helpers or common', () => {
  expect(ours.filter((file) => /(^|\/)(utils?|helpers?|common)\b/.test(file))).toEqual([]);
});

test('every folder of the unit tests is named after one that it tests', () => {
  const tested = new Set([
    ...src.map((file) => layerOf(file)),
    ...[...local, ...filesIn('gateway'), ...filesIn('scripts')].map(folderOf),
    '.',
  ]);
  const folders = new Set(
    filesIn('test/unit').map((file) => path.posix.relative('test/unit', folderOf(file)) || '.'),
  );
  expect([...folders].filter((folder) => !tested.has(folder))).toEqual([]);
});

/**
 * What tests of the running bot, and what they share, may import of src, with the reason. Everything else, such as stores and what executes
 * changes, they reach through `adapters` only, so that it can be replaced below them.
 */
const allowedInTests: Readonly<Record<string, string>> = {
  'src/operations/index.ts': 'the list of operations, so that a test covers each',
  'src/command-line/': 'how a typed line is read, which has no state',
  'src/agents/tools.ts': 'the list of tools, so that a test covers each',
  'src/agents/tool-link.ts': 'how a tool is named in an answer',
  'src/agents/tool-operations.ts': 'the operation of each tool',
  'src/change/model/time-limits.ts': 'how often the sweeper runs',
  'src/policy/': 'the policy and its risks, which tests set',
  'src/http/': 'the shape of an event of API Gateway',
  'src/slack/': 'the scopes and limits of Slack',
  'src/health/': 'the health check, which people run without the bot',
  'src/wiring/doctor-probes.ts': 'what the health check asks',
  'src/answer/': 'the shape of an answer, which stories show, and what the health check finds',
  'src/cloud/index.ts': 'the cloud API, for who uses it outside Skydesk',
  'src/core/': 'units of time, and the error of a service that is away',
  'src/operation/words.ts': 'how a word is written in a command',
  'src/queue/job.ts': 'a message that the receiver has queued',
  'src/queue/message-version.ts': 'the version of its form',
  'src/aws/lambda/':
    'the names of metrics and the settings of the queue, which the template has to have, too',
};

/** What alone knows a part of src, for all tests above the unit tests. */
const adapters: Readonly<Record<string, RegExp>> = {
  'test/support/stored.ts': /^src\/(aws\/sdk|change\/model|lifecycle\/views)\//,
  'test/support/functions.ts': /^src\/(jobs\/process-job|lifecycle\/reconcile\/sweep)\.ts$/,
};

test('suites of tests share only test/support, which imports none of them', () => {
  const suiteOf = (file: string): string => file.split('/')[1] ?? '';
  const wrong = filesIn('test')
    .flatMap((file) => importsOf(file))
    .filter(({ file, target = '' }) => target.startsWith('test/') && suiteOf(target) !== suiteOf(file))
    // The model is explored at length by chaos, which is where what takes long belongs.
    .filter(({ file, target = '' }) => suiteOf(target) !== 'support' && !isOfModel(file, target));
  expect(told(wrong)).toEqual([]);
});

const isOfModel = (file: string, target: string): boolean =>
  file.startsWith('test/chaos/') && target.startsWith('test/model/');

describe('tests of the running bot', () => {
  const isAllowed = (target: string): boolean =>
    Object.keys(allowedInTests).some((allowed) => target.startsWith(allowed));
  const suites = filesIn('test/system', 'test/chaos', 'test/browser', 'test/stories').filter(
    // The first is copied into src by its test; the others test the local AWS, not the bot.
    (file) => !/^test\/system\/(added-operation\/alert-rename|local\/aws\/)/.test(file),
  );
  const shared = filesIn('test/support').filter((file) => !/^test\/support\/(in-memory|made)\//.test(file));
  const direct = [...suites, ...shared].flatMap((file) => importsOf(file));
  const ofAdapters = Object.keys(adapters);
  const fromSrc = direct.filter(
    ({ file, target }) => target?.startsWith('src/') && !ofAdapters.includes(file),
  );

  test('import of src only what is on this list, or what test/support makes of the rest', () => {
    expect(told(fromSrc.filter(({ target = '' }) => !isAllowed(target)))).toEqual([]);
  });

  test.each(Object.entries(adapters))('only %s imports what it adapts', (adapter, adapted) => {
    // Also the model and the bot in memory run these functions; what is stored they may know.
    const others = filesIn('test').filter((file) => !file.startsWith('test/unit/'));
    const asking =
      adapter === 'test/support/functions.ts' ? others.flatMap((file) => importsOf(file)) : direct;
    const adapting = asking.filter(
      ({ target = '' }) => adapted.test(target) && target !== 'src/change/model/time-limits.ts',
    );
    expect([...new Set(adapting.map(({ file }) => file))]).toEqual([adapter]);
  });

  test('use nothing that is made of the shapes of src, for unit tests', () => {
    const made = direct.filter(({ target }) => target?.startsWith('test/support/made/'));
    expect(told(made.filter(({ file }) => !ofAdapters.includes(file)))).toEqual([]);
  });

  test.each(Object.entries(allowedInTests))('import %s: %s', (allowed) => {
    expect(fromSrc.some(({ target }) => target?.startsWith(allowed))).toBe(true);
  });
});

test('the emulator shares no code with the bot, so that no mistake of one hides in the other', () => {
  const allowed = /^local\/(cloud|loopback)\//;
  const wrong = imports.filter(
    ({ file, target }) => file.startsWith('local/cloud/') && target !== undefined && !allowed.test(target),
  );
  expect(told(wrong)).toEqual([]);
});

test('every server on loopback listens in one place, behind its guard', () => {
  const listening = ours.filter((file) => /\bcreateServer\(|\.listen\((port|\d)/.test(textOf(file)));
  expect(listening).toEqual(['local/loopback/listen.ts']);
});

/** The packages that are loaded with a function, before anything is shaken out of its bundle. */
const packagesOf = (entry: string): readonly string[] =>
  [...loadedWith(entry)]
    .flatMap((file) => importsOf(file))
    .filter(({ target, kind, specifier }) => !target && kind !== 'type' && !specifier.startsWith('node:'))
    .map(({ specifier }) => specifier);

describe('a function does not import what it must not load', () => {
  test('the receiver imports no schema library, no HTTP client, no SDK of AWS and no client of Slack', () => {
    const heavy = /^(zod|ky|@slack\/web-api|@aws-sdk\/.*|@smithy\/.*)(\/|$)/;
    expect(packagesOf('src/receiver.ts').filter((name) => heavy.test(name))).toEqual([]);
  });

  test.each([
    ['receiver', /^(aws\/sdk|slack\/client|cloud|evaluate|lifecycle\/.*|commands|jobs|agents|health\b.*)$/],
    ['worker', /^(slack\/receive|aws\/signed)$/],
    [
      'sweeper',
      /^(slack\/(receive|client)|aws\/signed|audit-log|cloud|evaluate|operations|lifecycle\/(?!reconcile).*|commands|home|jobs|agents|health\b.*)$/,
    ],
    ['mcp', /^(slack\/.*|cloud|evaluate|audit-log|lifecycle\/.*|watch|commands|home|jobs|health\b.*)$/],
  ])('the %s imports nothing of %s', (entry, layers) => {
    const loaded = [...loadedWith(`src/${entry}.ts`)];
    expect(loaded.length).toBeGreaterThan(40);
    expect(loaded.filter((file) => layers.test(layerOf(file)))).toEqual([]);
  });

  test('the function for agents loads no SDK of AWS and no client of the cloud API or Slack', () => {
    const clients = /^(ky|@slack\/.*|@aws-sdk\/.*|@smithy\/.*)(\/|$)/;
    expect(packagesOf('src/mcp.ts').filter((name) => clients.test(name))).toEqual([]);
  });

  test('the archiver loads no SDK of AWS, and nothing that reads or writes the table', () => {
    expect(packagesOf('src/archiver.ts')).toEqual(['aws4']);
    const loaded = [...loadedWith('src/archiver.ts')];
    expect(loaded).toContain('src/aws/signed/put-new-object.ts');
    expect(loaded.filter((file) => file.startsWith('src/aws/sdk/'))).toEqual([]);
  });

  test('the sweeper loads nothing that writes the table', () => {
    const loaded = [...loadedWith('src/sweeper.ts')].filter((file) => file.startsWith('src/aws/sdk/'));
    expect(loaded).toContain('src/aws/sdk/read-changes.ts');
    // The client itself has all calls. What takes it as a `ReadOnlyTable` can't make those that write.
    const writing = /\btable\.(put|update|transact)\(|\btable: Table\b|\bWrite\b/;
    expect(loaded.filter((file) => !file.endsWith('/dynamodb.ts') && writing.test(textOf(file)))).toEqual([]);
  });

  test('the sweeper uses of the policy only the list of watched accounts', () => {
    const loaded = [...loadedWith('src/sweeper.ts')];
    expect(loaded.filter((file) => layerOf(file).startsWith('policy'))).toEqual([
      'src/policy/deployed-policy.ts',
      'src/policy/policy-file.ts',
    ]);
  });
});

test('reads load nothing of previews, approvals, Undo or the audit log', () => {
  const loaded = [...loadedWith('src/commands/run-read.ts')];
  expect(loaded).toContain('src/evaluate/evaluate.ts');
  const others = /^(lifecycle|audit-log)\b/;
  expect(loaded.filter((file) => others.test(layerOf(file)) || /preview|snapshot/.test(file))).toEqual([]);
  expect(loaded.filter((file) => /createHash/.test(textOf(file)))).toEqual([]);
});

describe('operations', () => {
  const operations = src.filter((file) => /= defineOperation\(\{/.test(textOf(file)));

  test('none imports another', () => {
    const wrong = imports.filter(
      ({ file, target }) => operations.includes(file) && operations.includes(target ?? ''),
    );
    expect(told(wrong)).toEqual([]);
  });

  test('every one is listed', () => {
    const listed = importsOf('src/operations/index.ts').map(({ target }) => target);
    expect(operations.filter((file) => !listed.includes(file))).toEqual([]);
  });

  test('nothing else in src branches on an operation', () => {
    const ids = operations.flatMap((file) =>
      // A decision of the policy is of the kind 'run', too.
      [...textOf(file).matchAll(/^ {2}id: '(?!run')([^']+)'/gm)].map(([, id]) => `'${id}'`),
    );
    expect(ids.length).toBeGreaterThan(30);
    const outside = src.filter((file) => !['operations', 'cloud'].includes(subjectOf(file)));
    expect(
      outside.filter((file) =>
        ids.some((id) => new RegExp(`(===|case|!==) ${id.replaceAll('.', '\\.')}`).test(textOf(file))),
      ),
    ).toEqual([]);
  });
});
