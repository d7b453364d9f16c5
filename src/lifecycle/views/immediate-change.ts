import { type Answer, context } from '../../answer/answer.ts';
import { type Change, isRefusedAtOnce } from '../../change/model/change.ts';
import { endMovedBy } from '../../change/model/end-target.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import type { Instant } from '../../core/clock.ts';
import type { Delivery, Shows } from '../../queue/result.ts';
import { signed } from './signed.ts';
import { outcomeAnswer } from './status-answer.ts';

/*
 * A change of one step that needs no approval and starts now: the job that confirmed it runs it, and its requester sees the
 * result in place of the preview.
 */

/** Returns whether the job that confirmed a change also runs it. */
export const runsAtOnce = ({ job, steps: [{ claimed }] }: Pick<Change, 'job' | 'steps'>): boolean =>
  claimed?.job === job;

/** Deletes the preview of a confirmed change, whose message is posted. */
export const removePreview: Delivery = {
  kind: 'remove',
  answer: [context('Confirmed. The preview above is out of date.')],
};

/** Returns whether the job that confirmed a change also ended it, and so reports the result. */
export const endsAtOnce = (
  change: Pick<Change, 'job' | 'steps' | 'closed' | 'status' | 'approval'>,
): boolean => isRefusedAtOnce(change) || (runsAtOnce(change) && change.closed?.job === change.job);

/**
 * Returns the deliveries for a change that ended at once: a public post if it is done and the sweeper has not posted it, otherwise an
 * answer to its requester in place of the preview.
 */
export function endedAtOnce(change: Change, now: Instant): readonly Delivery[] {
  if (change.status !== 'done') return [{ kind: 'replace', answer: outcomeOf(change, now) }];
  if (!change.due?.includes('channel')) return [removePreview];
  return [removePreview, { kind: 'post', answer: resultAnswer(change, now), shows: showsEnd(change) }];
}

/** Returns a reference for a message that shows the result of a change. */
const showsEnd = (change: Change): Shows => ({ change: change.id, end: endMovedBy(change) });

/** Renders the result of a change. */
export const resultAnswer = (change: Change, now: Instant): Answer =>
  runsAtOnce(change) ? signed(outcomeOf(change, now), change) : outcomeAnswer(change, now);
