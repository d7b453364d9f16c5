import { parseCommand } from '../commands/parse/parse-command.ts';
import { type Answer, type Button, note } from '../core/answer.ts';
import type { Log } from '../core/log.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { InverseCommand, Undo, UndoStore } from '../core/undo.ts';
import { errorName } from '../core/user-error.ts';
import { join } from '../core/words.ts';
import { type ContextDependencies, contextFor } from '../requests/build-context.ts';
import { fingerprint, readSnapshot } from '../requests/read-snapshot.ts';
import { withTimeout } from '../requests/with-timeout.ts';

/** How long a change can be undone with one click, in milliseconds. */
export const offeredFor = 30 * 60_000;

/** How long a change that was made waits for its Undo before it is told without, in milliseconds. */
const patience = 5000;

/** What it takes to offer an Undo. */
export interface UndoDependencies extends ContextDependencies {
  readonly undoStore: Pick<UndoStore, 'put'>;
  readonly log: Log;
}

/** A change that was made. */
interface Done {
  /** The id of its request. */
  readonly id: string;
  readonly requester: string;
  readonly account: string;
  readonly says: string;
  readonly place: ReplyTarget;
}

/**
 * Adds a button to `answer` that undoes a change, where there is a way back. The change was made whatever happens here,
 * so this never rejects.
 */
export async function undoable(
  answer: Answer,
  wayBack: () => InverseCommand | undefined,
  made: Done,
  deps: UndoDependencies,
): Promise<Answer> {
  try {
    const back = wayBack();
    if (!back || parseCommand(undoLine(back.line, made)).kind !== 'prepared') return answer;
    if (!(await withTimeout(patience, keep(back, made, deps)))) return answer;
    const warns = back.warns ? [note('Undo: ', ...[back.warns].flat())] : [];
    return [...withStep(answer, undoButton(made.id)), ...warns];
  } catch (error) {
    deps.log('no undo', { request: made.id, error: errorName(error) });
    return answer;
  }
}

/** The button that undoes a change, by the id of its request. */
export const undoButton = (request: string): Button => ({
  label: 'Undo',
  does: { decide: 'undo', on: request },
});

/** A line that undoes a change, with the reason that approvers and the audit log want. */
export const undoLine = (line: string, { id, says }: Pick<Undo, 'id' | 'says'>): string =>
  `${line} ${join([{ key: 'why', text: `Undoes request ${id}: ${says}`.slice(0, 500) }])}`;

/** False where somebody else changed the subject before its state could be read: there is nothing to go back to. */
async function keep(
  { left, ...back }: InverseCommand,
  { place, ...made }: Done,
  deps: UndoDependencies,
): Promise<boolean> {
  const { id, requester, account, says } = made;
  const now = await readSnapshot(back.subject, await contextFor(account, place, deps));
  if (left !== undefined && fingerprint({ ...now, content: left }) !== fingerprint(now)) return false;
  const state = fingerprint(now);
  await deps.undoStore.put({
    ...back,
    id,
    requester,
    account,
    says,
    state,
    expires: deps.clock() + offeredFor,
  });
  return true;
}

/** The answer with one more button, beside those that it has. */
function withStep(answer: Answer, step: Button): Answer {
  const at = answer.findLastIndex(({ kind }) => kind === 'steps');
  if (at < 0) return [...answer, { kind: 'steps', steps: [step] }];
  return answer.map((part, index) =>
    index === at && part.kind === 'steps' ? { ...part, steps: [...part.steps.slice(0, 4), step] } : part,
  );
}
