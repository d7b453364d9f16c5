import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { Prepared } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Timing } from '../core/timing.ts';
import type { Context } from '../operations/shared/context.ts';
import { type ContextDependencies, contextFor, openedLately, personOf } from './build-context.ts';
import { type Evaluation, evaluateIn } from './evaluate-in.ts';

/**
 * Looks names, the person's groups and firewall rules up again, then asks the policy. Reads only. `timings` has the start and end of
 * each step; without them, all start at once and stay.
 */
export async function evaluate(
  prepared: NonEmpty<Prepared<Context>>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
  timings: readonly Timing[] = [],
): Promise<Evaluation> {
  const steps = await Promise.all(
    mapNonEmpty(prepared, async (step, index) => ({
      prepared: step,
      timing: timings[index],
      context: await contextFor(step.account, replyTo, deps),
    })),
  );
  return evaluateIn(steps, personOf(replyTo.person, deps), deps.policy, openedLately(deps));
}
