import type { Approval, Due, Ended, Phase, Transition } from '../../core/approval.ts';

/*
 * The transitions of an approval are pure: each makes a new approval, or says why it does not apply. This file has what
 * they share.
 */

/** Why nothing is decided any more, by phase. */
export const whyOver: Readonly<Partial<Record<Phase, string>>> = {
  approved: 'It has been approved already and is about to run.',
  running: 'It has been approved already and is running.',
  done: 'It has been approved and done already.',
  failed: 'It was approved, and failed.',
  unknown: 'It was approved, and nobody knows how it ended.',
  rejected: 'It has been rejected already.',
  withdrawn: 'Whoever asked for it has withdrawn it.',
  expired: 'It has expired.',
  outdated: 'What it was about has changed, so it is void.',
  superseded: 'A narrower request has taken its place.',
};

export const enter = (approval: Approval, phase: Phase, now: number): Transition => ({
  approval: { ...approval, phase, since: now },
});

/** Ends a request. What is still to be told to people and to the audit log is kept with it (`due`). */
export function finish(
  approval: Approval,
  phase: Phase,
  ended: Ended,
  now: number,
  due: readonly Due[] = ['card', 'requester', 'log'],
): { readonly approval: Approval } {
  const nothingChanged = phase !== 'done' && phase !== 'unknown' && phase !== 'superseded';
  const undo: readonly Due[] = approval.undoes && nothingChanged ? ['undo'] : [];
  const channel: readonly Due[] = approval.phase === 'open' ? [] : ['channel'];
  return { approval: { ...approval, phase, since: now, ended, due: [...due, ...channel, ...undo] } };
}

/** Whether this job ended it: then it is redelivered. */
export const endedBy = ({ ended }: Approval, job: string): boolean => ended?.job === job;

/** Why nothing more can be decided about it; undefined while it is open and not past its time. */
export function closed({ phase, expires }: Approval, now: number): string | undefined {
  if (phase !== 'open') return whyOver[phase];
  return now >= expires ? whyOver.expired : undefined;
}
