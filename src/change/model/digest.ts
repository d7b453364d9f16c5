import { sha256 } from '../../core/sha256.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Change } from './change.ts';

/*
 * Digests that the audit log entries carry. A step runs only if the log proves that exactly this was confirmed or approved, or
 * that it undoes exactly what was applied. So a manipulated table can't make anything run.
 */

/**
 * Returns the digest of what people agree to in a step: the step with its times and everything it was evaluated against
 * (`Basis`), its predecessor, the step that it undoes, and the number of approvers. Undefined if there is no such step.
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

/** Returns the digest of the command that undoes a step, and of the state in which the step left the resource (`fingerprint`). */
export const undoDigest = (
  { operation, raw, subject }: Pick<InverseCommand, 'operation' | 'raw' | 'subject'>,
  state: string,
): string => sha256([operation, Object.entries(raw).sort(), Object.entries(subject).sort(), state]);
