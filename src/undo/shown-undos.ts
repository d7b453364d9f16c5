import type { Answer } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Message, Messenger } from '../core/messaging.ts';
import type { ShownUndo, UndoStore } from '../core/undo.ts';
import { errorName } from '../core/user-error.ts';
import { undosIn, withoutUndo } from './undo-button.ts';

/*
 * Messages that show an Undo's button. When its time is over, or when it was used, the button is removed from them. That is a
 * courtesy, tried once: a button that stays says that it is too late.
 */

/** How long a change can be undone with one click, in milliseconds. */
export const offeredFor = 30 * 60_000;

interface RememberDependencies {
  readonly undoStore: Pick<UndoStore, 'show'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Stores that a message shows the Undo buttons of `answer`, so that they can be removed from it. Never rejects. */
export async function rememberUndos(
  answer: Answer,
  message: Message,
  { undoStore, clock, log }: RememberDependencies,
): Promise<void> {
  const expires = clock() + offeredFor;
  for (const undo of undosIn(answer)) {
    try {
      await undoStore.show({ undo, expires, message, answer });
    } catch (error) {
      log('undo not remembered', { request: undo, error: errorName(error) });
    }
  }
}

/** Dependencies for removing the buttons of Undos. */
export interface RemoveDependencies {
  readonly undoStore: Pick<UndoStore, 'shown' | 'hide'>;
  readonly messenger: Pick<Messenger, 'amend'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Removes the button of an Undo that a person used from the messages that show it. Never rejects. */
export const removeUsedUndo = (undo: string, by: string, deps: RemoveDependencies): Promise<void> =>
  remove(() => deps.undoStore.shown(undo), by, deps);

/** Removes the buttons of all Undos whose time is over. Never rejects. */
export const removeExpiredUndos = (deps: RemoveDependencies): Promise<void> =>
  remove(
    async () => (await deps.undoStore.shown()).filter(({ expires }) => expires <= deps.clock()),
    undefined,
    deps,
  );

async function remove(
  find: () => Promise<readonly ShownUndo[]>,
  by: string | undefined,
  { undoStore, messenger, log }: RemoveDependencies,
): Promise<void> {
  try {
    for (const shown of await find()) {
      await undoStore.hide(shown);
      await messenger.amend(shown.message, withoutUndo(shown.answer, by));
    }
  } catch (error) {
    log('undo buttons not removed', { error: errorName(error) });
  }
}
