import type { Prepared } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Context } from '../operations/shared/context.ts';
import { type ContextDependencies, contextFor, personOf } from './build-context.ts';
import { type Evaluation, evaluateIn } from './evaluate-in.ts';

/** Looks names, the person's groups and firewall rules up again, then asks the policy. Reads only. */
export async function evaluate(
  prepared: Prepared<Context>,
  place: ReplyTarget,
  deps: ContextDependencies,
): Promise<Evaluation> {
  const context = await contextFor(prepared.account, place, deps);
  return evaluateIn(context, prepared, personOf(place.person, deps), deps.policy);
}
