import { note } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isEnding } from '../model/ending-change.ts';
import { notAnEnd, whyEndOver } from './moving.ts';
import { end } from './running.ts';

/** Cancels a waiting end, because a person keeps what it would end, with the approvals of that. */
export function keep(change: Change, by: string, now: Instant): Transition {
  const refused = whyEndOver(change);
  if (refused || !isEnding(change)) return { refused: refused ?? notAnEnd };
  const why = 'It was kept for good, so it no longer ends by itself.';
  const kept = { ...change, ending: { ...change.ending, endedBy: by } };
  const outcome = { kind: 'over', over: 'kept', answer: [note(why)], note: why, job: `kept-${now}` } as const;
  return end(kept, 0, outcome, now);
}
