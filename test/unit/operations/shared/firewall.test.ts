import { expect, test } from 'vitest';
import { untilActive } from '../../../../src/operations/shared/firewall.ts';

test.each([
  ['active', true, 'done', 'The firewall policy is in force.'],
  ['Active', true, 'done', 'The firewall policy is in force.'],
  [
    'active',
    false,
    'done',
    'The firewall policy was created, but it is disabled: somebody disabled it meanwhile.',
  ],
  ['pending', true, 'running', undefined],
  ['ERROR', true, 'failed', 'The service could not put the firewall policy into force.'],
])('a new policy that is %s and enabled=%s is %s', (status, enabled, phase, sentence) => {
  const inverse = { line: 'firewall delete de1 f1', of: { dc: 'de1', id: 'f1' } };
  const progress = untilActive({ status, enabled, id: 'f1' }, 'a rule', 'firewall list', inverse);
  expect(progress.phase).toBe(phase);
  expect('answer' in progress ? progress.answer[0] : undefined).toEqual(
    sentence === undefined ? undefined : expect.objectContaining({ text: [sentence] }),
  );
});
