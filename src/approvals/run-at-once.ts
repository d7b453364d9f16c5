import { context } from '../answer/answer.ts';
import { type Change, outcomeOf } from '../change/model/change.ts';
import { signed } from '../changes/signed.ts';
import type { Delivery } from '../queue/result.ts';

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

/** How a change ended that ran at once: for all to see if it is done, else for its requester, where the preview was. */
export const endedAtOnce = (change: Change): readonly Delivery[] =>
  change.status === 'done'
    ? [removePreview, { kind: 'post', answer: signed(outcomeOf(change), change) }]
    : [{ kind: 'replace', answer: outcomeOf(change) }];
