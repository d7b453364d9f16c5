import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.join(import.meta.dirname, '../../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const text = (file: string): string => readFileSync(path.join(src, file), 'utf8');

/** The rooms that each room may import from; imports run down. */
const below: Record<string, readonly string[]> = {
  core: [],
  http: [],
  service: ['http'],
  policy: ['core'],
  operations: ['policy', 'service', 'core'],
  flow: ['operations', 'policy', 'service', 'core'],
  slack: ['flow', 'operations', 'policy', 'service', 'http', 'core'],
  aws: ['flow', 'operations', 'policy', 'service', 'http', 'core'],
  functions: ['slack', 'aws', 'flow', 'operations', 'policy', 'service', 'http', 'core'],
  loopback: [],
  emulator: ['loopback'],
  playground: [
    'emulator',
    'loopback',
    'functions',
    'slack',
    'aws',
    'flow',
    'operations',
    'policy',
    'service',
    'core',
  ],
};

const room = (file: string): string => file.split('/')[0] ?? '';

/** Every way to import a file: `from './x'`, `import './x'` and `import('./x')`. */
const anImport = /\b(?:from|import)[ (]'(\.[^']+)'/g;

const imports = files.flatMap((file) =>
  [...text(file).matchAll(anImport)].map(([, target = '']) => ({
    file,
    target: path.join(path.dirname(file), target),
  })),
);

test.each(["export * from './x'", "import './x'", "await import('./x')", "import type { X } from './x'"])(
  '%s is seen to import',
  (line) => {
    expect([...line.matchAll(anImport)].map(([, target]) => target)).toEqual(['./x']);
  },
);

test('every folder of src is a room with a place in the order', () => {
  expect(new Set(files.map(room))).toEqual(new Set(Object.keys(below)));
});

test('imports run downward only', () => {
  const wrong = imports.filter(
    ({ file, target }) => room(file) !== room(target) && !below[room(file)]?.includes(room(target)),
  );
  expect(wrong).toEqual([]);
});

test('no operation imports another', () => {
  const operations = new Set(
    readdirSync(path.join(src, 'operations')).filter((name) => name.endsWith('.ts')),
  );
  const shared = ['operations/context.ts'];
  const wrong = imports.filter(
    ({ file, target }) =>
      path.dirname(file) === 'operations' &&
      file !== 'operations/index.ts' &&
      path.dirname(target) === 'operations' &&
      operations.has(path.basename(target)) &&
      !shared.includes(target),
  );
  expect(wrong).toEqual([]);
});

test('every operation is listed', () => {
  const declared = files.filter(
    (file) => path.dirname(file) === 'operations' && /= operation\(\{/.test(text(file)),
  );
  const listed = text('operations/index.ts');
  expect(declared.filter((file) => !listed.includes(`'./${path.basename(file)}'`))).toEqual([]);
});

test('nothing outside operations branches on one operation', () => {
  const ids = files
    .filter((file) => path.dirname(file) === 'operations')
    .flatMap((file) => [...text(file).matchAll(/^ {2}id: '([^']+)'/gm)].map(([, id]) => `'${id}'`));
  expect(ids.length).toBeGreaterThan(30);
  const outside = files.filter(
    (file) => !['operations', 'emulator', 'playground', 'service'].includes(room(file)),
  );
  expect(
    outside.filter((file) =>
      ids.some((id) => new RegExp(`(===|case|!==) ${id.replaceAll('.', '\\.')}`).test(text(file))),
    ),
  ).toEqual([]);
});

test('every server on loopback listens in one place, behind its guard', () => {
  const listening = files.filter((file) => /\bcreateServer\(|\.listen\((port|\d)/.test(text(file)));
  expect(listening).toEqual(['loopback/listen.ts']);
});

test('no file is called utils, helpers or common', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common)\b/.test(file))).toEqual([]);
});
