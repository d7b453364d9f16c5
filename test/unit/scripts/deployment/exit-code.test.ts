import { expect, test } from 'vitest';
import { exitCodeOf } from '../../../../scripts/deployment/exit-code.ts';
import type { Finding } from '../../../../src/answer/finding.ts';

test.each<[0 | 1 | 3, readonly Finding['state'][]]>([
  [0, ['ok', 'warning']],
  [1, ['ok', 'wrong', 'not checked']],
  [3, ['ok', 'not checked']],
])('the exit code is %i after %j', (code, states) => {
  expect(exitCodeOf(states.map((state) => ({ state })))).toBe(code);
});
