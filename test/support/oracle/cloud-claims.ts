import type { Claim, Found } from './found.ts';
import { type EndedStep, endedSteps } from './step-ends.ts';

const said = {
  done: 'done',
  failed: 'failed',
  unknown: 'unknown',
  never: 'never started',
  open: 'not started yet',
} as const;

/** Claims about the cloud API's state, and about the calls that changed it. */
export function cloudClaims(found: Found, claim: Claim): void {
  const { log, sent, isMade } = found;
  const steps = endedSteps(found);
  for (const one of steps) {
    const { step, name } = one;
    const expected = expectedOf(one, steps);
    const made = expected === undefined ? undefined : isMade(step);
    if (made === undefined) continue;
    const why = `${said[one.outcome]}${step.end ? `, its end is ${step.end.status}` : ''}`;
    if (expected) claim(made, `${name} is ${why}, and the cloud API has nothing of it`);
    else claim(!made, `${name} is ${why}, and the cloud API has it`);
  }
  const started = log.filter(({ event }) => event === 'started').length;
  claim(
    sent.length <= started,
    `${sent.length} changes were sent, and ${started} were started: ${sent.join()}`,
  );
  const failed = log.filter(({ event }) => event === 'failed').length;
  for (const [call, times] of Map.groupBy(sent, (call) => call))
    claim(times.length <= 1 + failed, `sent ${times.length} times: ${call}`);
}

/** Whether the cloud API must contain the result of a step; undefined if it may, or if another step decides. */
function expectedOf(
  { change, step, outcome, isUndone }: EndedStep,
  all: readonly EndedStep[],
): boolean | undefined {
  const isOther = ({ step: other }: EndedStep): boolean =>
    other.id !== step.id &&
    other.operation === step.operation &&
    JSON.stringify(other.arguments) === JSON.stringify(step.arguments);
  if (outcome === 'unknown' || isUndone || all.some((other) => isOther(other) && other.outcome !== 'never'))
    return undefined;
  if (outcome === 'failed' || outcome === 'never' || outcome === 'open')
    return change.status === 'previewed' ? undefined : false;
  if (step.end?.status === 'ended') return false;
  return step.end === undefined || step.end.status === 'active' ? true : undefined;
}
