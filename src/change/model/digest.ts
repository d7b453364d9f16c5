import { sha256 } from '../../core/sha256.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Change } from './change.ts';

/*
 * What the audit log proves. Markers carry these digests, so that nothing runs which was not confirmed or approved like this, or
 * which does not undo what was applied: also if somebody could change what the table holds.
 */

/**
 * Digest of what people agree to in a step of a request: the step with its times and all that it was evaluated against (`Basis`),
 * what it waits for and undoes, and how many have to approve it. Undefined for a step that is not there.
 */
export function agreedDigest(
  { steps, judgement, plan, approval }: Pick<Change, 'steps' | 'judgement' | 'plan' | 'approval'>,
  index: number,
): string | undefined {
  const [step, { hash } = {}] = [steps[index], judgement?.basis[index]];
  if (!step || hash === undefined) return undefined;
  const { after = null, undoes } = step;
  return sha256([hash, after, undoes?.id ?? null, plan?.allOrNothing ?? false, approval?.approvers ?? 0]);
}

/** Digest of the command that undoes a step, and of the state in which the step left the resource (`fingerprint`). */
export const undoDigest = (
  { operation, raw, subject }: Pick<InverseCommand, 'operation' | 'raw' | 'subject'>,
  state: string,
): string => sha256([operation, Object.entries(raw).sort(), Object.entries(subject).sort(), state]);
