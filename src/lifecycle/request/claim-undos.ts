import { type Answer, failed, line, note, person } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { undoLifetime } from '../../change/model/time-limits.ts';
import type { Undo, Used } from '../../change/model/undo.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { fingerprint } from '../../evaluate/read-snapshot.ts';
import type { Snapshot } from '../../operation/snapshot.ts';
import type { DecisionMade } from '../../queue/job.ts';
import type { Result } from '../../queue/result.ts';
import { claimUndo, type UseUndoDependencies } from './undos.ts';

/** What came of claiming the Undo of each step of a confirmed change; undefined for a step that is no Undo. */
export type UndoClaims = readonly (Used | undefined)[];

/** Uses up the Undos that a confirmed preview is of: of all previews of one Undo, a single one gets it. Idempotent for a job. */
export const claimUndos = (
  { steps }: Pick<Change, 'steps'>,
  { id, replyTo }: DecisionMade,
  deps: UseUndoDependencies,
): Promise<UndoClaims> =>
  mapConcurrently(steps, async ({ undoes }) => undoes && claimUndo(undoes.id, replyTo.person, id, deps));

/** The Undos that were claimed. */
export const claimed = (claims: UndoClaims): readonly Undo[] =>
  claims.flatMap((claim) => (claim && 'undo' in claim ? [claim.undo] : []));

/** A step of an Undo that can't be made any more. */
interface LeftOut {
  readonly answer: Answer;
  /** For the audit log, as a sentence. */
  readonly why: string;
}

/** Why a step of an Undo can't be made: its Undo was not claimed, or its subject was changed since. Undefined if it can. */
export function leftOut(claim: UndoClaims[number], state: Snapshot | undefined): LeftOut | undefined {
  if (!claim) return undefined;
  if ('refused' in claim) return { answer: whyNotOffered(claim), why: 'Its Undo was used already.' };
  const answer = state && changedSince(claim.undo, state);
  return answer && { answer, why: 'Somebody changed it since.' };
}

/** Whether a change certainly changed nothing, so that the Undo that it claimed is offered again. */
export const changedNothing = ({ entries = [] }: Result): boolean =>
  entries.length > 0 && entries.every(({ event }) => event === 'refused' || event === 'failed');

/** The answer if the subject of an Undo is no longer in the state in which the change left it; undefined if it is. */
export const changedSince = ({ state, line: words }: Undo, now: Snapshot): Answer | undefined =>
  fingerprint(now) === state
    ? undefined
    : [
        failed('Somebody changed it since, so it can’t be undone with one click. Nothing was changed.'),
        note(...[now.description].flat()),
        note('If you still want to, type: ', line(words)),
      ];

const sentences = {
  unknown: 'This can’t be undone with one click any more.',
  expired: `This was offered for ${undoLifetime / 60_000} minutes, which are over.`,
};

/** Says why an Undo cannot be used. */
export const whyNotOffered = (used: Exclude<Used, { undo: Undo }>): Answer => [
  used.refused === 'used'
    ? failed('This Undo was used by ', person(used.by), ' already.')
    : failed(`${sentences[used.refused]} Nothing was changed.`),
];
