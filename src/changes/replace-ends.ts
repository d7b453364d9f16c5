import { note } from '../answer/answer.ts';
import type { Changes } from '../change/model/changes.ts';
import { type ChangeStep, idOfStep } from '../change/model/step.ts';
import { end } from '../change/transitions/running.ts';
import type { Clock } from '../core/clock.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';
import { waitingEnds } from '../operations/requests/waiting-ends.ts';

/** Dependencies for closing ends that a later change replaced. */
export interface ReplaceDependencies {
  readonly changes: Pick<Changes, 'waiting' | 'get' | 'change'>;
  readonly clock: Clock;
}

/**
 * Closes the ends of other steps on a subject that a step has changed: what was decided last counts, also where it left the
 * subject as an end expects to find it. The sweeper's job tells it. Rejects where the table does not answer.
 */
export async function replaceEndsOn(
  subject: SnapshotSubject,
  changeStep: ChangeStep,
  { changes, clock }: ReplaceDependencies,
): Promise<void> {
  const { account } = changeStep.step;
  const isOther = (id: string): boolean => id !== idOfStep(changeStep);
  for (const { id, steps } of await waitingEnds(changes, (ref) => ref.accounts.includes(account)))
    if (steps.every(({ undoes }) => undoes && isOther(undoes.id) && isSame(undoes.subject, subject)))
      await changes.change(id, (current) => end(current, [0], replacedBy(changeStep), clock()));
}

const replacedBy = (changeStep: ChangeStep) => {
  const why = 'A later change replaced it, so it no longer ends by itself.';
  return {
    kind: 'left',
    answer: [note(`${why} It was: `, changeStep.step.title)],
    note: why,
    job: `${idOfStep(changeStep)}:replaced`,
  } as const;
};

const isSame = (one: SnapshotSubject, other: SnapshotSubject): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
