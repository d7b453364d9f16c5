import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationDefiner } from '../../../src/operation/define-operation.ts';
import { optional } from '../../../src/operation/field.ts';
import { readArguments } from '../../../src/operation/read-arguments.ts';
import { find, usage } from '../../../src/operation/registry.ts';
import { split } from '../../../src/operation/words.ts';
import { ports, text } from '../../../src/operations/fields/index.ts';
import { operations as all } from '../../../src/operations/index.ts';

const operation = operationDefiner<undefined>();
const plain = {
  summary: 'X',
  example: 'x',
  roles: [],
  risk: 'reads',
  run: async () => 1,
  result: () => [],
} as const;
const operations = [
  'alert.list',
  'alert.show',
  'invoice',
  'invoice.trend',
  'firewall.intra.list',
  'job.show',
].map((id) => operation({ ...plain, id, fields: {} }));

describe('find', () => {
  test.each([
    ['alert list', 'alert.list', []],
    ['ALERT List now', 'alert.list', ['now']],
    ['invoice', 'invoice', []],
    ['invoice trend', 'invoice.trend', []],
    ['invoice trends', 'invoice', ['trends']],
    ['invoice "trend"', 'invoice.trend', []],
    ['firewall intra list', 'firewall.intra.list', []],
    ['firewall local list', 'firewall.intra.list', []],
    ['alert policy ls all', 'alert.list', ['all']],
    ['alert get policy', 'alert.show', ['policy']],
    ['job show j1', 'job.show', ['j1']],
    ['job j1', 'job.show', ['j1']],
    ['job', 'job.show', []],
  ])('“%s” is %s', (line, id, rest) => {
    const found = find(operations, split(line));
    expect('operation' in found && [found.operation.id, found.rest.map(({ text }) => text)]).toEqual([
      id,
      rest,
    ]);
  });

  test.each([
    ['', { group: [], at: 0 }],
    ['alert', { group: ['alert'], at: 1 }],
    ['alert lsit', { group: ['alert'], at: 1, unknown: 'lsit', closest: 'list' }],
    ['alert zzzz', { group: ['alert'], at: 1, unknown: 'zzzz' }],
    ['alert account=ACDV', { group: ['alert'], at: 1, unknown: 'account=ACDV' }],
    ['alret list', { group: [], at: 0, unknown: 'alret', closest: 'alert' }],
    ['Firewall LOCAL lst', { group: ['firewall', 'intra'], at: 2, unknown: 'lst', closest: 'list' }],
    ['invoce', { group: [], at: 0, unknown: 'invoce', closest: 'invoice' }],
    ['constructor', { group: [], at: 0, unknown: 'constructor' }],
    ['alert=list', { group: [], at: 0, unknown: 'alert=list' }],
  ])('“%s” is no operation', (line, place) => {
    expect(find(operations, split(line))).toEqual(place);
  });

  test('never throws, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (line) => {
        const found = find(all, split(line));
        if ('operation' in found) readArguments(found.operation, found.rest);
      }),
    );
  });

  test('every operation is found by its own words', () => {
    for (const one of all) {
      expect(find(all, split(one.words.join(' ')))).toMatchObject({ operation: { id: one.id }, rest: [] });
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
});

describe('readArguments', () => {
  const add = operation({
    ...plain,
    id: 'add',
    fields: {
      ports: ports({ label: 'Ports', at: 1, rest: true, bare: [] }),
      server: text({ label: 'Server', at: 0, example: 'WEB01' }),
      from: optional(text({ label: 'From', example: '10.0.0.0/8' })),
    },
  });
  const show = operation({
    ...plain,
    id: 'show',
    fields: { name: text({ label: 'Name', at: 0 }), more: optional(text({ label: 'More', at: 1 })) },
  });
  const read = (line: string, one = add) => readArguments(one, split(line));

  test.each([
    ['web tcp/80 udp/9', { server: 'web', ports: 'tcp/80 udp/9' }],
    ['web tcp/80 from=x udp/9', { server: 'web', ports: 'tcp/80 udp/9', from: 'x' }],
    ['server=web tcp/80', { server: 'web', ports: 'tcp/80' }],
    ['SERVER=web account=ACME', { server: 'web', account: 'ACME' }],
    ['web starts=tomorrow 18:00 tcp/80', { server: 'web', ports: 'tcp/80', starts: 'tomorrow 18:00' }],
    ['web starts=18:00 tcp/80', { server: 'web', ports: 'tcp/80', starts: '18:00' }],
    ['web for=2h', { server: 'web', ends: '2h' }],
    ['', {}],
  ])('“%s”', (line, raw) => {
    expect(read(line)).toEqual({ raw, problems: [], mistyped: 0, surplus: [] });
  });

  const one = operation({
    ...plain,
    id: 'one',
    fields: { name: text({ label: 'Name', at: 0, maxLength: 11 }), disk: optional(text({ label: 'Disk' })) },
  });

  test.each([
    ['Night watch', 'Night watch'],
    ['Night watch disk=80', 'Night watch'],
    ['disk=80 Night watch', 'Night watch'],
    ['"Night watch"', 'Night watch'],
  ])('the words of “%s” are one name, if there is a place for one only', (line, name) => {
    expect(read(line, one)).toMatchObject({ raw: { name }, problems: [], surplus: [] });
  });

  test.each([
    ['Night disk=80 watch', '“watch”', 'Put values with spaces in quotes'],
    ['Night "and watch"', '“and watch”', 'Leave it out'],
    ['Night watch and day', '“watch”, “and”, “day”', 'Put values with spaces in quotes'],
  ])('those of “%s” aren’t', (line, surplus, next) => {
    expect(read(line, one).problems).toEqual([{ message: `Unexpected ${surplus}. ${next}` }]);
  });

  test.each([
    ['a b c', show, [{ message: 'Unexpected “c”. Put values with spaces in quotes' }]],
    ['from=', add, [{ field: 'from', message: 'has no value', missing: true }]],
    ['name=a name=b', show, [{ field: 'name', message: 'is given twice' }]],
    ['account=a account=b', show, [{ field: 'account', message: 'is given twice' }]],
    ['nmae=a', show, [{ message: 'Unknown option “nmae=”. Did you mean name=?' }]],
    ['acount=a', show, [{ message: 'Unknown option “acount=”. Did you mean account=?' }]],
    ['ends=1h for=2h', show, [{ field: 'ends', message: 'is given twice' }]],
    ['zzzzzz=a', show, [{ message: 'Unknown option “zzzzzz=”' }]],
    ['constructor=a', show, [{ message: 'Unknown option “constructor=”' }]],
  ])('“%s” has a problem', (line, one, problems) => {
    expect(read(line, one).problems).toEqual(problems);
  });

  test('usage shows positions first, optional fields in brackets, and examples', () => {
    expect(usage(add)).toBe('add <server> <ports> … [from=10.0.0.0/8]');
    expect(usage(show)).toBe('show <name> [<more>]');
  });
});
