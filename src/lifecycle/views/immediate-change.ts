import { type Answer, context } from '../../answer/answer.ts';
import { type Change, isRefusedAtOnce } from '../../change/model/change.ts';
import { endMovedBy } from '../../change/model/ending.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import type { Instant } from '../../core/clock.ts';
import type { Delivery, Shows } from '../../queue/result.ts';
import { signed } from './signed.ts';
import { outcomeAnswer } from './status-answer.ts';

/*
 * A change of one step that needs no approval and starts now: the job that confirmed it runs it, and its requester reads how it ended
 * in place of the preview.
 */

/** Whether the job that confirmed a change also runs it. */
export const runsAtOnce = ({ job, steps: [{ claimed }] }: Pick<Change, 'job' | 'steps'>): boolean =>
  claimed?.job === job;

/** Deletes the preview of a change that was confirmed: its message is posted. */
export const removePreview: Delivery = {
  kind: 'remove',
  answer: [context('Confirmed. The preview above is out of date.')],
};

/** Whether the job that confirmed a change also ended it: then its requester reads that from this job. */
export const endsAtOnce = (
  change: Pick<Change, 'job' | 'steps' | 'ended' | 'status' | 'approval'>,
): boolean => isRefusedAtOnce(change) || (runsAtOnce(change) && change.ended?.job === change.job);

/** How a change ended that ended at once: for all to see if it is done, else for its requester, where the preview was. */
export const endedAtOnce = (change: Change, now: Instant): readonly Delivery[] =>
  change.status === 'done'
    ? [removePreview, { kind: 'post', answer: resultAnswer(change, now), shows: showsEnd(change) }]
    : [{ kind: 'replace', answer: outcomeOf(change, now) }];

/** That a message shows the end of a change. */
const showsEnd = (change: Change): Shows => ({ change: change.id, end: endMovedBy(change) });

/** What a message shows of a change that has ended. */
export const resultAnswer = (change: Change, now: Instant): Answer =>
  runsAtOnce(change) ? signed(outcomeOf(change, now), change) : outcomeAnswer(change, now);
