import {
  type Approval,
  type Due,
  type Ended,
  needsApproval,
  type Phase,
  type Transition,
} from '../model/approval.ts';
import type { Undone } from '../model/change.ts';
import { expiresAfterStart, scheduledStart, startedLater } from '../model/scheduled-start.ts';
import { stepsToUndo } from '../model/steps-to-undo.ts';

/*
 * The transitions of an approval are pure: each makes a new approval, or says why it does not apply. This file has what
 * they share.
 */

/** Why nothing can be decided any more, by phase. */
export const whyOver: Readonly<Partial<Record<Phase, string>>> = {
  approved: 'It’s approved already and is being applied.',
  running: 'It’s approved already and is being applied.',
  done: 'It was already approved and applied.',
  failed: 'It was approved, but it failed.',
  unknown: 'It was approved. Outcome unknown.',
  rejected: 'It was already rejected.',
  withdrawn: 'The requester withdrew it.',
  expired: 'It expired.',
  outdated: 'It’s outdated.',
  superseded: 'The requester accepted a suggestion, so another request replaced it.',
};

/** Approves a request: it runs now, or at its start. */
export const enterApproved = (approval: Approval, now: number): Transition =>
  enter({ ...approval, expires: expiresAfterStart(approval) }, 'approved', now);

export const enter = (approval: Approval, phase: Phase, now: number): Transition => ({
  approval: { ...approval, phase, since: now },
});

/**
 * Ends a request. What is still to be told to people and to the audit log is kept with it (`due`). A request that needs no approval
 * ends before the eyes of its requester, who reads that in its message. One that started later ends at night, perhaps, and an edited
 * message notifies nobody; so its requester gets another one.
 */
export function endRequest(
  approval: Approval,
  phase: Phase,
  ended: Ended,
  now: number,
  due: readonly Due[] = ['card', 'requester', 'log'],
): { readonly approval: Approval } {
  const isAwaited = !needsApproval(approval) && (phase === 'withdrawn' || !startedLater(approval));
  const dueHere = isAwaited ? due.filter((task) => task !== 'requester') : due;
  const undo: readonly Due[] = phase !== 'superseded' && usedUndos(approval).length > 0 ? ['undo'] : [];
  const channel: readonly Due[] = approval.phase === 'open' ? [] : ['channel'];
  const suggester: readonly Due[] = approval.suggestion ? ['suggester'] : [];
  const plan: readonly Due[] = stepsToUndo({ ...approval, phase }).length > 0 ? ['plan'] : [];
  const all = [...plan, ...dueHere, ...channel, ...suggester, ...undo];
  return { approval: { ...approval, phase, since: now, ended, due: all } };
}

/** The Undos that a request used, with whether their steps are done; without those of which that is not known. */
export const usedUndos = ({
  steps,
}: Pick<Approval, 'steps'>): readonly {
  readonly undoes: Undone & { readonly usedBy: string };
  readonly isDone: boolean;
}[] =>
  steps.flatMap(({ undoes, outcome }) =>
    undoes?.usedBy !== undefined && outcome?.kind !== 'unknown'
      ? [{ undoes: { ...undoes, usedBy: undoes.usedBy }, isDone: outcome?.kind === 'done' }]
      : [],
  );

/** Whether this job ended it: then it is redelivered. */
export const endedBy = ({ ended }: Approval, job: string): boolean => ended?.job === job;

/** Why nothing more can be decided about it; undefined while it is open and not past its time. */
export function closed(approval: Approval, now: number): string | undefined {
  const { phase, expires } = approval;
  if (scheduledStart(approval) !== undefined) return 'It’s approved already and waits for its start.';
  if (phase !== 'open') return whyOver[phase];
  return now >= expires ? whyOver.expired : undefined;
}
