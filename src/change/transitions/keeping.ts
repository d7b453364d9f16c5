import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isReversal } from '../model/reversal.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import { notAnEnd, whyEndOver } from './moving.ts';
import { complete } from './running.ts';

/** Cancels a waiting end, because a person keeps what it would end, with the approvals of that. */
export function keep(change: Change, by: string, now: Instant): Transition {
  const refused = whyEndOver(change);
  if (refused || !isReversal(change)) return { refused: refused ?? notAnEnd };
  const kept = { ...change, reversal: { ...change.reversal, endedBy: by } };
  const outcome = { kind: 'over', over: 'kept', ...whyNotRun.keptForGood(), job: `kept-${now}` } as const;
  return complete(kept, 0, outcome, now);
}
