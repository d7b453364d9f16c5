import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '../../../src/answer/user-error.ts';
import {
  type EarlierStep,
  readStepReference,
  withReferencesInWords,
  writeStepReference,
} from '../../../src/core/step-reference.ts';
import { formatRange, parseCidr } from '../../../src/network/cidr.ts';
import { countsAsEveryone, isPrivate } from '../../../src/network/internet.ts';
import type { RawArgs } from '../../../src/operation/operation.ts';
import { withResults } from '../../../src/operation/step-results.ts';
import { operationById } from '../../../src/operations/index.ts';

function operation(id: string) {
  const found = operationById(id);
  if (!found) throw new Error(`${id} is no operation`);
  return found;
}

const [addIp, createAlert, assign, createFirewall] = [
  operation('ip.add'),
  operation('alert.create'),
  operation('alert.assign'),
  operation('firewall.create'),
];

/** The problems of a step after others; empty if it can be prepared. */
function problems(id: string, raw: RawArgs, earlier?: readonly EarlierStep[]) {
  const prepared = operation(id).prepare(raw, earlier);
  return 'problems' in prepared ? prepared.problems : [];
}

const assigned = { policy: '$1.id', server: 'web01' };
const opened = { server: 'web01', ports: 'tcp/22', from: '10.0.0.0/8,$1.address' };

test.each(
  Object.entries<
    readonly [id: string, RawArgs, earlier: readonly EarlierStep[] | undefined, ...wrong: Problem[]]
  >({
    'a policy that the step before creates can be assigned': ['alert.assign', assigned, [createAlert]],
    'an address can be one of several sources': ['ip.add', opened, [addIp]],
    'a single command takes no result': [
      'alert.assign',
      assigned,
      undefined,
      { field: 'policy', message: 'can be “$1.id” only in a plan, after the step that returns it' },
    ],
    'a step takes nothing of itself or of a later one': [
      'alert.assign',
      assigned,
      [],
      { field: 'policy', message: 'is “$1.id”, but step 1 doesn’t come before this one' },
    ],
    'the resource has to be of the right kind': [
      'alert.assign',
      assigned,
      [createFirewall],
      { field: 'policy', message: 'is “$1.id”, but step 1 (firewall create) returns no alert policy' },
    ],
    'a wrong name is corrected': [
      'ip.add',
      { ...opened, from: '$1.ip' },
      [addIp],
      { field: 'from', message: 'is “$1.ip”, but step 1 (ip add) returns $1.address' },
    ],
    'a step can return nothing': [
      'alert.assign',
      assigned,
      [assign],
      { field: 'policy', message: 'is “$1.id”, but step 1 (alert assign) returns no alert policy' },
    ],
    'a name is no place for a result': [
      'alert.create',
      { name: '$1.id', disk: '80', to: 'ops@example.com' },
      [createAlert],
      { field: 'name', message: 'can’t be “$1.id”: it takes no result of a step' },
    ],
    'outside a plan a name can be any text': [
      'alert.create',
      { name: '$1.id', disk: '80', to: 'ops@example.com' },
      undefined,
    ],
  }),
)('%s', (_, [id, raw, earlier, ...expected]) => {
  expect(problems(id, raw, earlier)).toEqual(expected);
});

test('a step gets earlier results in the fields that take them, and nowhere else', () => {
  expect(
    withResults(addIp, { ...opened, why: 'as $1.address' }, ({ step, result }) => `<${step} ${result}>`),
  ).toEqual({ ...opened, from: '10.0.0.0/8,<1 address>', why: 'as $1.address' });
});

test('a reference is one address that is not private, and differs from those to other steps', () => {
  const reference = fc.record({ step: fc.integer({ min: 1, max: 99 }), result: fc.constant('address') });
  fc.assert(
    fc.property(reference, (earlier) => {
      const range = parseCidr(writeStepReference(earlier));
      if (!range) throw new Error('A reference is a range');
      expect(range.last).toBe(range.first);
      expect(isPrivate(range)).toBe(false);
      expect(countsAsEveryone([range])).toBe(false);
      expect(formatRange(range)).toBe(`the address of step ${earlier.step}`);
    }),
  );
});

test('a reference reads back as it is written, and nothing else is one', () => {
  expect(readStepReference('$12.Address')).toEqual({ step: 12, result: 'address' });
  for (const text of ['$0.id', '$1', '1.id', '$1.id.id', '$1.', 'x$1.id', '$100.id'])
    expect(readStepReference(text), text).toBeUndefined();
  expect(withReferencesInWords('from 10.0.0.0/8, $2.address · $10.x')).toBe(
    'from 10.0.0.0/8, the address of step 2 · the x of step 10',
  );
});
