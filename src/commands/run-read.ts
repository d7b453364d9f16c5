import { type Answer, failed } from '../answer/answer.ts';
import type { KeyEffect } from '../api-keys/api-key.ts';
import { type ContextDependencies, contextAlone, isNamed, personOf } from '../evaluate/build-context.ts';
import { deniedBeforeLookUp } from '../evaluate/denied-before-look-up.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { createdEntry, revokedEntry } from '../evaluate/key-entries.ts';
import { askOneOf } from '../evaluate/who-can.ts';
import type { Prepared, RunResult } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import type { Denial } from '../policy/decide.ts';
import { whoMayAnywhere } from '../policy/people.ts';
import type { Command } from '../queue/job.ts';
import { ephemeral, type Result } from '../queue/result.ts';
import { notShared, shareable, shared } from './share.ts';

/** The part of a job that a read needs: the reader, the place, and whether to post the answer there. */
export type ReadRequest = Pick<Command, 'team' | 'replyTo' | 'share'>;

/**
 * Runs a read for a person with permission. Stores nothing and needs no approval. Commands that create or revoke an API key run
 * here as well: they have no preview, since they change nothing at the cloud API.
 */
export async function runRead(
  prepared: Prepared<Context>,
  request: ReadRequest,
  deps: ContextDependencies,
): Promise<Result> {
  if (prepared.operation.offline) return runAlone(prepared, request, deps);
  const unseen = await deniedBeforeLookUp('read', [prepared], request.replyTo, deps);
  if (unseen) return refused(unseen.denial);
  const {
    steps: [{ resolved }],
    decision,
  } = await evaluate([prepared], request.replyTo, deps);
  return decision.kind === 'deny' ? refused(decision) : answerOf(await resolved.run(), prepared, request);
}

const refused = ({ why, whom, missing }: Pick<Denial, 'why' | 'whom' | 'missing'>): Result => ({
  ...ephemeral([failed(why), askOneOf(whom, { missing })]),
  outcome: 'refused',
});

/** Runs an offline operation for a person who may read in some account. */
async function runAlone(
  prepared: Prepared<Context>,
  request: ReadRequest,
  deps: ContextDependencies,
): Promise<Result> {
  const { replyTo } = request;
  const whom = whoMayAnywhere('read', deps.policy);
  if (!(await isNamed(whom, replyTo.person, deps))) {
    const { missing } = await personOf(replyTo.person, deps);
    return refused({ why: 'You don’t have permission to use Skydesk.', whom, missing });
  }
  const resolved = await prepared.resolve(contextAlone(replyTo, deps));
  const outcome = await resolved.run();
  if (!('keyEffect' in outcome && outcome.keyEffect)) return answerOf(outcome, prepared, request);
  return withKeyEffect(outcome.keyEffect, outcome.answer, prepared, request, deps);
}

/** Returns the result of a command that creates or revokes an API key. Its delivery has that effect. */
function withKeyEffect(
  effect: KeyEffect,
  answer: Answer,
  { operation: { id } }: Prepared<Context>,
  { team }: ReadRequest,
  { clock }: Pick<ContextDependencies, 'clock'>,
): Result {
  if ('revokes' in effect) {
    const { revokes: key } = effect;
    const { deliveries } = ephemeral(answer);
    return {
      deliveries: [{ kind: 'revokeKey', key }, ...deliveries],
      entries: [revokedEntry(id, key, clock())],
    };
  }
  const key = { ...effect.creates, team };
  return { deliveries: [{ kind: 'newKey', key }], entries: [createdEntry(id, key, clock())] };
}

function answerOf(
  outcome: RunResult,
  { operation, line }: Prepared<Context>,
  { replyTo, share }: ReadRequest,
): Result {
  if (!('answer' in outcome)) throw new Error(`${operation.id} reads, so it starts nothing`);
  if (operation.isPrivate) return ephemeral(outcome.answer);
  if (share) {
    const answer = shared(outcome.answer, replyTo.person, line);
    return { deliveries: [{ kind: 'share', answer, otherwise: notShared }] };
  }
  return ephemeral(shareable(outcome.answer, replyTo, line));
}
