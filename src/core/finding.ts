/**
 * One result of the health check. Everybody who can run it sees it, so it never holds the value of a secret or variable,
 * an AWS account number, or the message of an unexpected error.
 */
export interface Finding {
  /** Name of the check: "Slack token". */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'wrong' | 'not checked';
  /** The state that was found, in sentences. */
  readonly says: string;
  /** How to fix it, in sentences. */
  readonly next?: string | undefined;
}

/** Summary of all findings in one sentence. */
export function summarize(findings: readonly Finding[]): string {
  const number = (state: Finding['state']): number =>
    findings.filter((finding) => finding.state === state).length;
  const [wrong, warnings, open] = [number('wrong'), number('warning'), number('not checked')];
  const things = (amount: number): string => (amount === 1 ? '1 thing is' : `${amount} things are`);
  const said = [
    ...(wrong > 0 ? [`${things(wrong)} wrong`] : []),
    ...(warnings > 0 ? [`${things(warnings)} worth a look`] : []),
    ...(open > 0 ? [`${things(open)} not checked`] : []),
  ];
  return said.length === 0 ? 'Everything is in order.' : `${said.join(', ')}.`;
}
