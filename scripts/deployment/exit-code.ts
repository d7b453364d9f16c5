import type { Finding } from '../../src/answer/finding.ts';

/** Returns the doctor's exit code: 1 if something is wrong, else 3 if something could not be checked, else 0. */
export function exitCodeOf(findings: readonly Pick<Finding, 'state'>[]): 0 | 1 | 3 {
  const has = (wanted: Finding['state']): boolean => findings.some(({ state }) => state === wanted);
  if (has('wrong')) return 1;
  return has('not checked') ? 3 : 0;
}
