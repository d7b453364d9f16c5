/**
 * One line of what the doctor found. It never holds the value of a secret or of a variable, the number of an AWS
 * account, or the words of an unforeseen error: everybody who may look may read it.
 */
export interface Finding {
  /** What was looked at: "Slack token". */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'wrong' | 'not checked';
  /** What is so, in sentences. */
  readonly says: string;
  /** Exactly what to do about it, in sentences. */
  readonly next?: string | undefined;
}

/** All of it in one sentence. */
export function verdict(findings: readonly Finding[]): string {
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
