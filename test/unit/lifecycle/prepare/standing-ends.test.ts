import { expect, test } from 'vitest';
import { inverseInPlaceOf } from '../../../../src/lifecycle/prepare/standing-ends.ts';
import { commandOf } from '../../changes.ts';

test('the Undo of a step that supersedes an end is offered only for the state that the step leaves', () => {
  const subject = { kind: 'autoscale policy on server', server: 'de1acmeweb01' };
  const standing = { ...commandOf('autoscale remove de1acmeweb01'), subject, keys: ['policy'] };
  const inverse = { ...standing, after: 'p1' };
  const step = { raw: commandOf('autoscale set de1acmeweb01 p1').raw, keys: ['policy'] };
  expect(inverseInPlaceOf([standing], inverse, step)).toMatchObject({ subject, after: 'p1' });
});
