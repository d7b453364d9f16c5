import { mapNonEmpty, type NonEmpty } from '../core/non-empty.ts';
import type { ReplyTarget } from '../messaging/reply-target.ts';
import type { Prepared } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import type { KnownStep } from './as-found.ts';
import { type ContextDependencies, contextFor, openedLately, personOf } from './build-context.ts';
import { type EvaluateOptions, type Evaluation, evaluateIn } from './evaluate-in.ts';
import { expandTargets, mayNameSeveral } from './expand-targets.ts';

/**
 * Looks names, the person's groups and firewall rules up again, then asks the policy. Reads only. Steps in one account share
 * what is read there. `known` has what is known of each step besides its command.
 */
export async function evaluate(
  prepared: NonEmpty<Prepared<Context>>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
  known: readonly KnownStep[] = [],
  options: EvaluateOptions = {},
): Promise<Evaluation> {
  const contexts = new Map<string | undefined, Promise<Context>>();
  const contextOf = (account: string | undefined): Promise<Context> => {
    const key = account?.toUpperCase();
    const context = contexts.get(key) ?? contextFor(account, replyTo, deps);
    contexts.set(key, context);
    return context;
  };
  const steps = await Promise.all(
    mapNonEmpty(prepared, async (step, index) => ({
      prepared: step,
      known: known[index],
      context: await contextOf(step.account),
    })),
  );
  return evaluateIn(steps, personOf(replyTo.person, deps), deps.policy, openedLately(deps), options);
}

/** The requests of one that names several things (`expandTargets`). Reads only. */
export async function expandRequest(
  prepared: Prepared<Context>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<NonEmpty<Prepared<Context>>> {
  if (!mayNameSeveral(prepared)) return [prepared];
  const context = await contextFor(prepared.account, replyTo, deps);
  return expandTargets(prepared, context, deps.policy.maxTargets);
}
