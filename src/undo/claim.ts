import { type Answer, failed, line, note, person } from '../core/answer.ts';
import type { PendingChange } from '../core/pending-change.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { Undo, UndoStore, Used } from '../core/undo.ts';
import type { DecisionMade } from '../requests/job.ts';
import { fingerprint } from '../requests/read-snapshot.ts';
import type { Result } from '../requests/result.ts';
import { offeredFor } from './shown-undos.ts';

/** What came of claiming the Undo that a confirmed change is; `undo` is undefined for a change that is none. */
export type UndoClaim =
  | { readonly kind: 'claimed'; readonly undo: Undo | undefined }
  | { readonly kind: 'refused'; readonly answer: Answer };

/** Uses up the Undo that a confirmed preview is of, if it is of one: of all previews of one Undo, a single one gets it. */
export async function claimUndo(
  { undoes }: PendingChange,
  { id, replyTo }: DecisionMade,
  { undoStore }: { readonly undoStore: Pick<UndoStore, 'use'> },
): Promise<UndoClaim> {
  if (undoes === undefined) return { kind: 'claimed', undo: undefined };
  const used = await undoStore.use(undoes.id, replyTo.person, id);
  return 'refused' in used
    ? { kind: 'refused', answer: whyNotOffered(used) }
    : { kind: 'claimed', undo: used.undo };
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
  expired: `This was offered for ${offeredFor / 60_000} minutes, which are over.`,
};

/** Says why an Undo cannot be used. */
export const whyNotOffered = (used: Exclude<Used, { undo: Undo }>): Answer => [
  used.refused === 'used'
    ? failed('This Undo was used by ', person(used.by), ' already.')
    : failed(`${sentences[used.refused]} Nothing was changed.`),
];
