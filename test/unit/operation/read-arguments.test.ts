import { describe, expect, test } from 'vitest';
import { readArguments } from '../../../src/operation/read-arguments.ts';
import { usage } from '../../../src/operation/registry.ts';
import { split } from '../../../src/operation/words.ts';
import { alertAssign } from '../../../src/operations/alerts/alert-assign.ts';
import { autoscaleRemove } from '../../../src/operations/autoscale/autoscale-remove.ts';
import { autoscaleSet } from '../../../src/operations/autoscale/autoscale-set.ts';

describe('a field that takes several values', () => {
  test.each([
    [alertAssign, '"Disk 80" web01 web02', { policy: 'Disk 80', server: 'web01 web02' }],
    [alertAssign, 'Disk group="Web shop" web01', { policy: 'Disk', server: 'group="Web shop" web01' }],
    [alertAssign, 'Disk server="web01 web02"', { policy: 'Disk', server: 'web01 web02' }],
    [alertAssign, 'policy=Disk web01 web02', { policy: 'Disk', server: 'web01 web02' }],
    [alertAssign, 'Disk web* why="So be it"', { policy: 'Disk', server: 'web*', why: 'So be it' }],
    [autoscaleRemove, 'web01 web02 web03', { server: 'web01 web02 web03' }],
    [autoscaleSet, 'web01 web02 Batch', { server: 'web01 web02', policy: 'Batch' }],
    [autoscaleSet, 'group=Shop Batch', { server: 'group=Shop', policy: 'Batch' }],
    [autoscaleSet, '"Batch at night" web01 web02', { server: 'web01 web02', policy: 'Batch at night' }],
    [autoscaleSet, 'web01,web02 "Batch at night"', { server: 'web01,web02', policy: 'Batch at night' }],
  ])('%# takes the remaining words: %s', (operation, words, raw) => {
    expect(readArguments(operation, split(words))).toEqual({ raw, problems: [], mistyped: 0, surplus: [] });
  });

  test.each([
    [alertAssign, 'alert assign <policy> <server> …'],
    [autoscaleSet, 'autoscale set <server> … <policy>'],
  ])('%# shows in its usage that it takes several', (operation, shown) => {
    expect(usage(operation)).toBe(shown);
  });

  test.each([
    ['alert assign "Disk 80" web01', 'alert assign "Disk 80" web01'],
    ['alert assign Disk web01,web02 group="Web shop"', 'alert assign Disk web01 web02 group="Web shop"'],
    ['autoscale set Batch server=web*', 'autoscale set web* Batch'],
  ])('“%s” is written back as a command that reads the same', (typed, line) => {
    const [, , ...words] = split(typed);
    const operation = typed.startsWith('alert') ? alertAssign : autoscaleSet;
    const prepared = operation.prepare(readArguments(operation, words).raw);
    expect(prepared).toMatchObject({ line });
    const [, , ...again] = split(line);
    expect(operation.prepare(readArguments(operation, again).raw)).toMatchObject({ line });
  });
});
