import { parseCommand } from '../commands/parse/parse-command.ts';
import { type Answer, type Button, note } from '../core/answer.ts';
import { type ChangeStep, idOfStep } from '../core/change.ts';
import type { InverseCommand } from '../core/inverse.ts';
import type { Log } from '../core/log.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { UndoStore } from '../core/undo.ts';
import { errorName } from '../core/user-error.ts';
import { join } from '../core/words.ts';
import { type ContextDependencies, contextFor } from '../requests/build-context.ts';
import { fingerprint, readSnapshot } from '../requests/read-snapshot.ts';
import { withTimeout } from '../requests/with-timeout.ts';

/** How long a change can be undone with one click, in milliseconds. */
export const offeredFor = 30 * 60_000;

/** Timeout for storing the Undo of a step, in milliseconds: then the step is told without one. */
const timeoutMs = 5000;

/** What it takes to offer an Undo. */
export interface UndoDependencies extends ContextDependencies {
  readonly undoStore: Pick<UndoStore, 'put'>;
  readonly log: Log;
}

/**
 * Adds a button to `answer` that undoes a step, if it has an inverse. The step was done whatever happens here, so this never
 * rejects.
 */
export async function undoable(
  answer: Answer,
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  replyTo: ReplyTarget,
  deps: UndoDependencies,
): Promise<Answer> {
  try {
    const command = inverse();
    if (!command || parseCommand(undoLine(command.line, changeStep)).kind !== 'prepared') return answer;
    if (!(await withTimeout(timeoutMs, store(command, changeStep, replyTo, deps)))) return answer;
    const warns = command.warning ? [note('Undo: ', ...[command.warning].flat())] : [];
    return [...withButton(answer, undoButton(idOfStep(changeStep))), ...warns];
  } catch (error) {
    deps.log('no undo', { request: idOfStep(changeStep), error: errorName(error) });
    return answer;
  }
}

/** The button that undoes a step, by its id. */
export const undoButton = (step: string): Button => ({ label: 'Undo', action: { decide: 'undo', on: step } });

/** A line that undoes a step, with the reason that approvers and the audit log want. */
export const undoLine = (line: string, changeStep: ChangeStep): string => {
  const text = `Undoes request ${idOfStep(changeStep)}: ${changeStep.step.title}`.slice(0, 500);
  return `${line} ${join([{ key: 'why', text }])}`;
};

/** False where another change reached the subject before its state could be read: no Undo can be offered. */
async function store(
  { left, ...command }: InverseCommand,
  changeStep: ChangeStep,
  replyTo: ReplyTarget,
  deps: UndoDependencies,
): Promise<boolean> {
  const now = await readSnapshot(command.subject, await contextFor(changeStep.step.account, replyTo, deps));
  if (left !== undefined && fingerprint({ ...now, content: left }) !== fingerprint(now)) return false;
  const undo = { ...changeStep, ...command, state: fingerprint(now), expires: deps.clock() + offeredFor };
  await deps.undoStore.put(undo);
  return true;
}

/** The answer with one more button, beside those that it has. */
function withButton(answer: Answer, button: Button): Answer {
  const at = answer.findLastIndex(({ kind }) => kind === 'buttons');
  if (at < 0) return [...answer, { kind: 'buttons', buttons: [button] }];
  return answer.map((part, index) =>
    index === at && part.kind === 'buttons'
      ? { ...part, buttons: [...part.buttons.slice(0, 4), button] }
      : part,
  );
}
