import { type Answer, failed, line, note, person } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { idOfStep, type Undone } from '../../change/model/step.ts';
import { undoLifetime } from '../../change/model/time-limits.ts';
import type { Undo, Used } from '../../change/model/undo.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { fingerprint } from '../../evaluate/read-snapshot.ts';
import type { PresentState } from '../../evaluate/read-undone.ts';
import type { DecisionMade } from '../../queue/job.ts';
import type { Refusal } from '../run/lacking-now.ts';
import { claimRetry, claimUndo, type RetryClaim, type UseOfferDependencies } from './use-offers.ts';

/** What came of claiming what a step of a confirmed change uses: an Undo, or another attempt; undefined if it uses neither. */
export type OfferClaim = Used | RetryClaim | undefined;

/**
 * Uses up what the steps of a confirmed preview use: of all previews of one Undo or retry, a single one gets it. Idempotent for a job.
 */
export const claimOffers = (
  { steps }: Pick<Change, 'steps'>,
  { id, replyTo }: DecisionMade,
  deps: UseOfferDependencies,
): Promise<readonly OfferClaim[]> =>
  mapConcurrently(steps, async ({ undoes, retries }): Promise<OfferClaim> => {
    if (undoes) return claimUndo(undoes.id, replyTo.person, id, deps);
    return retries && claimRetry(retries.id, replyTo.person, id, deps);
  });

/** What the step of a claimed Undo undoes; undefined if none was claimed. */
export const undoneIn = (claim: OfferClaim): Pick<Undone, 'id' | 'subject' | 'state'> | undefined =>
  claim && 'undo' in claim ? { ...claim.undo, id: idOfStep(claim.undo) } : undefined;

/** Whether a step got what it uses. */
export const isClaimed = (claim: OfferClaim): boolean => claim !== undefined && !('refused' in claim);

/** Why a step can't be made: what it uses was not claimed, or the subject of its Undo was changed since. Undefined if it can. */
export function whyExcluded(claim: OfferClaim, state: PresentState | undefined): Refusal | undefined {
  if (!claim) return undefined;
  if ('refused' in claim)
    return {
      answer: whyNotOffered(claim),
      note: claim.refused === 'retried' ? 'It was retried already.' : 'Its Undo was used already.',
    };
  if (!('undo' in claim) || !state) return undefined;
  const answer = changedSince(claim.undo, state);
  return answer && { answer, note: `${state.changed}.` };
}

/** The answer if the subject of an Undo is no longer in the state in which the change left it; undefined if it is. */
export const changedSince = ({ state, line: words }: Undo, now: PresentState): Answer | undefined =>
  fingerprint(now) === state
    ? undefined
    : [
        failed(`${now.changed}, so it can’t be undone with one click. Nothing was changed.`),
        note(...[now.description].flat()),
        note('If you still want to, type: ', line(words)),
      ];

const sentences = {
  unknown: 'This can’t be undone with one click any more.',
  expired: `This was offered for ${undoLifetime / 60_000} minutes, which are over.`,
};

/** Says why an Undo or a retry is not offered. */
export function whyNotOffered(
  claim: Exclude<Used, { undo: Undo }> | Extract<RetryClaim, { refused: 'retried' }>,
): Answer {
  if (claim.refused === 'used')
    return [failed('This Undo was used by ', person(claim.by), ' already. Nothing was changed.')];
  if (claim.refused !== 'retried') return [failed(`${sentences[claim.refused]} Nothing was changed.`)];
  const by = claim.by === undefined ? [] : [' by ', person(claim.by)];
  return [failed('This was retried', ...by, ' already. Nothing was changed.')];
}
