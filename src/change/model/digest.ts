import { sha256 } from '../../core/sha256.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Approval, Suggestion } from './approval.ts';
import type { Change, Judgement } from './change.ts';

/*
 * Digests that the audit log entries carry. A step runs only if the log proves that exactly this was confirmed or approved, or
 * that it undoes exactly what was applied. So a manipulated table can't make anything run.
 */

/** The properties of a change that people agree to. */
interface Agreed extends Pick<Change, 'steps' | 'plan'> {
  readonly judgement?: Pick<Judgement, 'basis'> | undefined;
  readonly approval?: Pick<Approval, 'approvers'> | undefined;
}

/**
 * Returns the digest of what people agree to in a step: the step with its times and what people read about it (`Basis`), its
 * predecessor, the step that it undoes, and the number of approvers. Undefined if there is no such step.
 */
export function agreedDigest(
  { steps, judgement, plan, approval }: Agreed,
  index: number,
): string | undefined {
  const [step, { hash } = {}] = [steps[index], judgement?.basis[index]];
  if (!step || hash === undefined) return undefined;
  const { after = null, undoes } = step;
  return sha256([hash, after, undoes?.id ?? null, plan?.allOrNothing ?? false, approval?.approvers ?? 0]);
}

/**
 * Returns the digest of what a person reads of a change before they confirm it or vote on it. The button or modal that shows it
 * carries this, so that a click agrees to what was shown, whatever the table has by then.
 */
export const seenDigest = (change: Agreed & Pick<Change, 'requester' | 'reason' | 'ticket'>): string =>
  short([
    change.requester,
    change.reason ?? null,
    change.ticket ?? null,
    change.steps.map((_, index) => agreedDigest(change, index) ?? null),
  ]);

/** Returns the digest of a suggestion, for the button that accepts it and the audit log entry of its author. */
export const suggestionDigest = ({ by, steps, basis }: Pick<Suggestion, 'by' | 'steps' | 'basis'>): string =>
  short([
    by,
    ...steps.map(({ operation, raw }, index) => [operation, Object.entries(raw).sort(), basis[index]?.hash]),
  ]);

/** A button with a digest and two ids has to fit into the option of a menu, whose values have 75 characters. */
const short = (value: unknown): string => sha256(value).slice(0, 32);

/** Returns the digest of the command that undoes a step, and of the state in which the step left the resource (`fingerprint`). */
export const undoDigest = (
  { operation, raw, subject }: Pick<InverseCommand, 'operation' | 'raw' | 'subject'>,
  state: string,
): string => sha256([operation, Object.entries(raw).sort(), Object.entries(subject).sort(), state]);
