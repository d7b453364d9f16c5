import { accountsOf, type Change } from '../../change/model/change.ts';
import { type ContextDependencies, personOf } from '../../evaluate/build-context.ts';
import { deniedBeforeLookUp } from '../../evaluate/denied-before-look-up.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { Denial } from '../../policy/decide.ts';
import { mayApprove } from '../../policy/may-decide.ts';

/**
 * Returns why a person may not see a change: they may not read in its accounts. A person who may approve in an account that it
 * affects sees all of it. Undefined if they may.
 */
export async function deniedToSee(
  change: Change,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Denial | undefined> {
  const found = await deniedBeforeLookUp('read', change.steps, replyTo, deps);
  if (!found) return undefined;
  const person = await personOf(replyTo.person, deps);
  const approves = accountsOf(change).some((account) => mayApprove(person, account, deps.policy));
  return approves ? undefined : found.denial;
}
