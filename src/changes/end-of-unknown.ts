import { undoDigest } from '../change/model/digest.ts';
import { endOf, type Leases } from '../change/model/lease.ts';
import { type ChangeStep, type Completion, idOfStep } from '../change/model/step.ts';

/** Dependencies for finding out whether a step with an unknown outcome ends by itself. */
export interface EndOfUnknownDependencies {
  readonly leases: Pick<Leases, 'get'>;
}

/**
 * How the end of a step with an unknown outcome stands; nothing if nothing ends it. A lease is stored only once the step is done, so
 * the audit log gets what ends it here, where no worker lived to log that it was applied.
 */
export async function endOfUnknown(
  changeStep: ChangeStep,
  { leases }: EndOfUnknownDependencies,
): Promise<Pick<Completion, 'end' | 'digest'>> {
  if (!changeStep.step.ends) return {};
  const lease = await leases.get(idOfStep(changeStep)).catch(() => undefined);
  if (lease?.endsAt === undefined) return {};
  return { end: endOf(lease), digest: undoDigest(lease.inverse, lease.state) };
}

/** What came of a step; if that is unknown, with how its end stands. */
export const withItsEnd = async (
  completion: Completion,
  changeStep: ChangeStep,
  deps: EndOfUnknownDependencies,
): Promise<Completion> =>
  completion.kind === 'unknown' ? { ...completion, ...(await endOfUnknown(changeStep, deps)) } : completion;
