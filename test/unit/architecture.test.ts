import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, importsOf, loadedWith, textOf } from './imports.ts';

/**
 * The folders of src from the bottom up, with what each may import. A folder in a folder is a layer of its own:
 * `commands/parse` is loaded by the receiver too, `commands` is not.
 */
const below: Readonly<Record<string, readonly string[]>> = {
  core: [],
  http: [],
  'cloud/model': [],
  cloud: ['cloud/model', 'http', 'core'],
  'policy/traffic': ['core'],
  'policy/rules': ['policy/traffic', 'core'],
  policy: ['policy/rules', 'policy/traffic', 'core'],
  'operations/fields': ['policy/traffic', 'core'],
  'leases/transitions': ['core'],
  'operations/shared': ['operations/fields', 'policy/traffic', 'cloud', 'cloud/model', 'core'],
  operations: [
    'operations/shared',
    'operations/fields',
    'leases/transitions',
    'cloud',
    'cloud/model',
    'core',
  ],
  'commands/parse': ['operations', 'operations/shared', 'core'],
  requests: ['commands/parse', 'operations', 'operations/shared', 'policy', 'cloud', 'cloud/model', 'core'],
  'audit-log': ['requests', 'commands/parse', 'cloud/model', 'core'],
  undo: ['requests', 'commands/parse', 'operations/shared', 'policy', 'core'],
  'leases/messages': ['leases/transitions', 'undo', 'core'],
  changes: [
    'leases/messages',
    'leases/transitions',
    'undo',
    'audit-log',
    'requests',
    'commands/parse',
    'operations/shared',
    'policy',
    'cloud/model',
    'core',
  ],
  'approvals/transitions': ['core'],
  approvals: [
    'approvals/transitions',
    'leases/messages',
    'leases/transitions',
    'changes',
    'undo',
    'audit-log',
    'requests',
    'commands/parse',
    'operations/shared',
    'policy',
    'policy/traffic',
    'core',
  ],
  leases: [
    'leases/messages',
    'leases/transitions',
    'approvals',
    'changes',
    'undo',
    'audit-log',
    'requests',
    'commands/parse',
    'cloud/model',
    'core',
  ],
  commands: [
    'leases',
    'approvals',
    'changes',
    'undo',
    'audit-log',
    'requests',
    'commands/parse',
    'operations',
    'operations/shared',
    'policy',
    'cloud/model',
    'core',
  ],
  home: ['undo', 'requests', 'commands/parse', 'operations/shared', 'policy', 'cloud/model', 'core'],
  jobs: [
    'home',
    'commands',
    'leases',
    'leases/messages',
    'approvals',
    'approvals/transitions',
    'changes',
    'undo',
    'audit-log',
    'requests',
    'commands/parse',
    'operations',
    'operations/shared',
    'policy',
    'core',
  ],
  'aws/lambda': ['core'],
  'aws/signed': ['aws/lambda', 'http', 'core'],
  'aws/sdk': ['aws/lambda', 'audit-log', 'core'],
  'slack/api': ['http'],
  'slack/render': ['commands/parse', 'core'],
  agents: [
    'commands',
    'approvals',
    'changes',
    'audit-log',
    'requests',
    'slack/render',
    'slack/api',
    'commands/parse',
    'operations',
    'operations/shared',
    'policy',
    'cloud/model',
    'http',
    'core',
  ],
  'slack/client': ['slack/render', 'slack/api', 'commands/parse', 'http', 'core'],
  'slack/receive': ['slack/render', 'slack/api', 'requests', 'commands/parse', 'operations', 'http', 'core'],
  'doctor/probes': ['slack/client', 'slack/api', 'aws/sdk', 'aws/lambda', 'policy', 'cloud', 'http', 'core'],
  'doctor/checks': [
    'doctor/probes',
    'operations',
    'operations/shared',
    'policy',
    'policy/traffic',
    'cloud/model',
    'core',
  ],
  'doctor/samples': [
    'doctor/probes',
    'slack/render',
    'commands',
    'leases/messages',
    'approvals',
    'changes',
    'requests',
    'commands/parse',
    'operations',
    'operations/shared',
    'core',
  ],
  doctor: ['doctor/checks', 'doctor/probes', 'requests', 'core'],
  wiring: [
    'agents',
    'doctor',
    'doctor/checks',
    'doctor/probes',
    'doctor/samples',
    'jobs',
    'leases',
    'approvals',
    'slack/client',
    'slack/api',
    'aws/sdk',
    'aws/signed',
    'aws/lambda',
    'requests',
    'policy',
    'cloud',
    'http',
    'core',
  ],
  '': [
    'wiring',
    'agents',
    'slack/receive',
    'slack/api',
    'aws/signed',
    'aws/lambda',
    'leases',
    'approvals',
    'undo',
    'requests',
    'http',
  ],
};

const folderOf = (file: string): string => path.posix.dirname(file);

/** The place of a file of src in the order above: '' for the functions. */
const layerOf = (file: string): string => path.posix.relative('src', folderOf(file));

const src = filesIn('src');
const local = filesIn('local');
const ours = [...src, ...local];
const imports = ours.flatMap((file) => importsOf(file));

/** What breaks a rule, for the message of a failure. */
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

describe('the layers of src', () => {
  test('every folder has a place in the order', () => {
    expect(new Set(src.map(layerOf))).toEqual(new Set(Object.keys(below)));
  });

  test('what a folder may import stands before it in the order', () => {
    const order = Object.keys(below);
    const wrong = Object.entries(below).flatMap(([layer, lower]) =>
      lower
        .filter((below) => order.indexOf(below) >= order.indexOf(layer))
        .map((below) => `${layer}: ${below}`),
    );
    expect(wrong).toEqual([]);
  });

  test('imports run downward only', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith('src/') &&
        target !== undefined &&
        layerOf(file) !== layerOf(target) &&
        !below[layerOf(file)]?.includes(layerOf(target)),
    );
    expect(told(wrong)).toEqual([]);
  });

  test('nothing that is deployed knows what runs on one machine, the scripts or the tests', () => {
    const wrong = imports.filter(
      ({ file, target }) => file.startsWith('src/') && !target?.startsWith('src/'),
    );
    expect(told(wrong.filter(({ target }) => target !== undefined))).toEqual([]);
  });
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
    ...[...local, ...filesIn('scripts')].map(folderOf),
    '.',
  ]);
  const folders = new Set(
    filesIn('test/unit').map((file) => path.posix.relative('test/unit', folderOf(file)) || '.'),
  );
  expect([...folders].filter((folder) => !tested.has(folder))).toEqual([]);
});

/**
 * What tests of the running bot may import of src, with the reason. Everything else, such as stores and what executes changes, they
 * reach through test/harness only, so that it can be replaced below them.
 */
const allowedInTests: Readonly<Record<string, string>> = {
  'src/operations/index.ts': 'the list of operations, so that a test covers each',
  'src/commands/parse/': 'how a typed line is read, which has no state',
  'src/agents/tools.ts': 'the list of tools, so that a test covers each',
  'src/agents/tool-link.ts': 'how a tool is named in an answer',
  'src/policy/': 'the policy and its risks, which tests set',
  'src/cloud/': 'the client of the cloud API, which changes it without the bot',
  'src/http/': 'the shape of an event of API Gateway',
  'src/slack/': 'the scopes and limits of Slack',
  'src/doctor/': 'the health check, which people run without the bot',
  'src/wiring/doctor-probes.ts': 'what the health check asks',
  'src/core/finding.ts': 'what the health check finds',
  'src/aws/lambda/':
    'the names of metrics and the settings of the queue, which the template has to have, too',
};

describe('tests of the running bot', () => {
  const isAllowed = (target: string): boolean =>
    Object.keys(allowedInTests).some((allowed) => target.startsWith(allowed));
  const tests = filesIn('test/system', 'test/chaos', 'test/browser').filter(
    // The first is copied into src by its test; the others test the local AWS, not the bot.
    (file) => !/^test\/system\/(added-operation\/alert-rename|local\/aws\/)/.test(file),
  );
  const direct = tests.flatMap((file) => importsOf(file));
  const ofUnit = new Set(direct.flatMap(({ target }) => (target?.startsWith('test/unit/') ? [target] : [])));
  const fromSrc = [...direct, ...[...ofUnit].flatMap((file) => importsOf(file))].filter(({ target }) =>
    target?.startsWith('src/'),
  );

  test('import of src what is on this list only, or what test/harness makes of the rest', () => {
    expect(told(fromSrc.filter(({ target = '' }) => !isAllowed(target)))).toEqual([]);
  });

  test.each(Object.entries(allowedInTests))('import %s: %s', (allowed) => {
    expect(fromSrc.some(({ target }) => target?.startsWith(allowed))).toBe(true);
  });
});

test('the emulator of the service shares nothing with the bot, so that no mistake of one hides in the other', () => {
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

describe('what a function must not load is not imported either', () => {
  test('the receiver imports no schema library, no HTTP client, no SDK of AWS and no client of Slack', () => {
    const heavy = /^(zod|ky|@slack\/web-api|@aws-sdk\/.*|@smithy\/.*)(\/|$)/;
    expect(packagesOf('src/receiver.ts').filter((name) => heavy.test(name))).toEqual([]);
  });

  test.each([
    [
      'receiver',
      ['aws/sdk', 'slack/client', 'cloud', 'requests', 'jobs', 'commands', 'approvals', 'doctor', 'agents'],
    ],
    ['worker', ['slack/receive', 'aws/signed', 'agents']],
    [
      'sweeper',
      ['slack/receive', 'aws/signed', 'operations', 'commands', 'jobs', 'home', 'doctor', 'cloud', 'agents'],
    ],
    ['mcp', ['slack/receive', 'aws/signed', 'jobs', 'leases', 'home']],
  ])('the %s imports nothing of %j', (entry, layers) => {
    const loaded = [...loadedWith(`src/${entry}.ts`)];
    expect(loaded.length).toBeGreaterThan(40);
    expect(loaded.filter((file) => layers.includes(layerOf(file)))).toEqual([]);
  });

  test('the receiver and the sweeper import no samples', () => {
    const loaded = ['receiver', 'sweeper'].flatMap((entry) => [...loadedWith(`src/${entry}.ts`)]);
    expect(loaded.filter((file) => layerOf(file).startsWith('doctor'))).toEqual([]);
  });
});

test('what answers agents loads nothing that confirms, votes, executes a step, ends a lease or claims an Undo', () => {
  const decides =
    /^src\/(commands\/(confirm|run-change)|changes\/execute-step|approvals\/(vote|execute|break-glass|requester-actions|suggest)|leases\/end-lease|undo\/claim)\.ts$/;
  expect(src.filter((file) => decides.test(file))).toHaveLength(10);
  const agents = src.filter((file) => layerOf(file) === 'agents').flatMap((file) => [...loadedWith(file)]);
  expect(agents).toContain('src/approvals/request-approval.ts');
  expect(agents.filter((file) => decides.test(file))).toEqual([]);
});

test('what only reads loads nothing of previews, approvals, Undo or the audit log', () => {
  const loaded = [...loadedWith('src/commands/run-read.ts')];
  expect(loaded).toContain('src/requests/evaluate.ts');
  const others = /^(approvals|changes|undo|audit-log)\b/;
  expect(loaded.filter((file) => others.test(layerOf(file)) || /preview|snapshot/.test(file))).toEqual([]);
  expect(loaded.filter((file) => /createHash/.test(textOf(file)))).toEqual([]);
});

describe('operations', () => {
  const operations = src.filter((file) => layerOf(file) === 'operations');

  test('none imports another', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        operations.includes(file) && !file.endsWith('/index.ts') && operations.includes(target ?? ''),
    );
    expect(told(wrong)).toEqual([]);
  });

  test('every one is listed', () => {
    const declared = operations.filter((file) => /= defineOperation\(\{/.test(textOf(file)));
    const listed = textOf('src/operations/index.ts');
    expect(declared.filter((file) => !listed.includes(`'./${path.posix.basename(file)}'`))).toEqual([]);
  });

  test('nothing else in src branches on one of them', () => {
    const ids = operations.flatMap((file) =>
      // A decision of the policy is of the kind 'run', too.
      [...textOf(file).matchAll(/^ {2}id: '(?!run')([^']+)'/gm)].map(([, id]) => `'${id}'`),
    );
    expect(ids.length).toBeGreaterThan(30);
    const outside = src.filter((file) => !/^(operations|cloud)\b/.test(layerOf(file)));
    expect(
      outside.filter((file) =>
        ids.some((id) => new RegExp(`(===|case|!==) ${id.replaceAll('.', '\\.')}`).test(textOf(file))),
      ),
    ).toEqual([]);
  });
});
