import { note } from '../answer/answer.ts';
import { undoDigest } from '../change/model/digest.ts';
import type { Leases } from '../change/model/lease.ts';
import { type ChangeStep, idOfStep, type StepOutcome } from '../change/model/step.ts';
import type { Clock } from '../core/clock.ts';
import { clockTime } from '../undo/lease-parts.ts';

/** Dependencies for finding out whether a step with an unknown outcome ends by itself. */
export interface EndOfUnknownDependencies {
  readonly leases: Pick<Leases, 'get'>;
  readonly clock: Clock;
}

/**
 * What the outcome of a step that ends by itself adds if it is unknown: without a lease, nothing ends it. A lease is stored
 * only once the step is done, so the audit log gets what ends it here, where no worker lived to log that it was applied.
 */
export async function endOfUnknown(
  changeStep: ChangeStep,
  { leases, clock }: EndOfUnknownDependencies,
): Promise<Pick<StepOutcome, 'answer' | 'digest'>> {
  if (!changeStep.step.ends) return { answer: [] };
  const lease = await leases.get(idOfStep(changeStep)).catch(() => undefined);
  if (lease?.endsAt === undefined) return { answer: [note('If it was applied, it doesn’t end by itself.')] };
  return {
    answer: [note('It was applied, and ends by itself: ', clockTime(lease.endsAt, clock()))],
    digest: undoDigest(lease.inverse, lease.state),
  };
}

/** The outcome of a step; if that is unknown, with what it says of its end. */
export async function withItsEnd(
  outcome: StepOutcome,
  changeStep: ChangeStep,
  deps: EndOfUnknownDependencies,
): Promise<StepOutcome> {
  if (outcome.kind !== 'unknown') return outcome;
  const { answer, ...end } = await endOfUnknown(changeStep, deps);
  return { ...outcome, ...end, answer: [...outcome.answer, ...answer] };
}
