import { count } from './answer.ts';

/**
 * One result of the health check. Everyone who may run the check sees it, so it never holds the value of a secret or variable, an
 * AWS account number, or the message of an unexpected error.
 */
export interface Finding {
  /** Name of the check: "Slack token". */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'wrong' | 'not checked';
  /** The state found, in sentences. */
  readonly message: string;
  /** How to fix it, in sentences. */
  readonly next?: string | undefined;
}

/** Summarizes all findings in one sentence. */
export function summarize(findings: readonly Finding[]): string {
  const number = (state: Finding['state']): number =>
    findings.filter((finding) => finding.state === state).length;
  const [wrong, warnings, open] = [number('wrong'), number('warning'), number('not checked')];
  const said = [
    ...(wrong > 0 ? [count(wrong, 'problem')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(open > 0 ? [`${count(open, 'check')} skipped`] : []),
  ];
  return said.length === 0 ? 'All checks passed.' : `${said.join(', ')}.`;
}
