import { failed } from '../core/answer.ts';
import type { Operation, Outcome, Prepared } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Context } from '../operations/shared/context.ts';
import { names, whoMayAnywhere } from '../policy/people.ts';
import { type ContextDependencies, contextAlone, personOf } from '../requests/build-context.ts';
import { evaluate } from '../requests/evaluate.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';

/** Runs a read for a person who has the right: nothing is stored, logged as a change, or sent for approval. */
export async function runRead(
  prepared: Prepared<Context>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Result> {
  if (prepared.operation.offline) return runAlone(prepared, replyTo, deps);
  const {
    steps: [{ plan }],
    decision,
  } = await evaluate([prepared], replyTo, deps);
  if (decision.kind === 'refuse') {
    const answer = [failed(decision.why), askOneOf(decision.whom)];
    return { ...ephemeral(answer), outcome: 'refused' };
  }
  return answerOf(await plan.run(), prepared.operation);
}

/**
 * Runs an offline operation for a person who may read in some account. Groups are looked up only if the policy doesn't name the
 * person, so a group that was deleted in Slack doesn't block them.
 */
async function runAlone(
  prepared: Prepared<Context>,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<Result> {
  const whom = whoMayAnywhere('read', deps.policy);
  const member = await deps.members.check(replyTo.person);
  const isNamed = !('refused' in member) && names(whom, { ...member, groups: [] });
  if (!isNamed && !names(whom, await personOf(replyTo.person, deps))) {
    return ephemeral([failed('You don’t have permission to use Skydesk.'), askOneOf(whom)]);
  }
  const plan = await prepared.resolve(contextAlone(replyTo, deps));
  return answerOf(await plan.run(), prepared.operation);
}

function answerOf(outcome: Outcome, { id }: Operation<Context>): Result {
  if ('answer' in outcome) return ephemeral(outcome.answer);
  throw new Error(`${id} reads, so it cannot start anything`);
}
