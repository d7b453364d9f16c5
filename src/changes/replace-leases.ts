import { note } from '../answer/answer.ts';
import type { Lease, Leases } from '../change/model/lease.ts';
import { type ChangeStep, idOfStep } from '../change/model/step.ts';
import { close } from '../change/transitions/ending.ts';
import type { Clock } from '../core/clock.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';

/** Dependencies for closing leases that a later change replaced. */
export interface ReplaceDependencies {
  readonly leases: Pick<Leases, 'active' | 'change'>;
  readonly clock: Clock;
}

/**
 * Closes the leases of other steps on a subject that a step has changed: what was decided last counts, also where it left the
 * subject as a lease expects to find it. The sweeper tells it. Rejects where the table does not answer.
 */
export async function replaceLeasesOn(
  subject: SnapshotSubject,
  changeStep: ChangeStep,
  { leases, clock }: ReplaceDependencies,
): Promise<void> {
  const id = idOfStep(changeStep);
  const isReplaced = (lease: Lease): boolean =>
    lease.id !== id &&
    lease.step.account === changeStep.step.account &&
    isSame(lease.inverse.subject, subject);
  for (const lease of (await leases.active()).filter(isReplaced))
    await leases.change(lease.id, (current) => close(current, 'left', endBy(changeStep), clock()));
}

const endBy = (changeStep: ChangeStep) => {
  const why = 'A later change replaced it, so it no longer ends by itself.';
  return {
    event: 'failed',
    answer: [note(`${why} It was: `, changeStep.step.title)],
    note: why,
    job: `${idOfStep(changeStep)}:replaced`,
  } as const;
};

const isSame = (one: SnapshotSubject, other: SnapshotSubject): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
