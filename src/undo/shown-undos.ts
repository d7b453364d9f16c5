import { type Answer, type Inline, person } from '../answer/answer.ts';
import { errorName } from '../answer/user-error.ts';
import type { ShownUndo, ShownUndos } from '../change/model/shown-undo.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Message, Messenger } from '../messaging/messaging.ts';
import { undosIn, withoutUndo } from './undo-button.ts';
import { type CheckUndoDependencies, checkUndo } from './undos.ts';

/*
 * Messages that show an Undo's button. When its time is over, or when it was used, the button is removed from them. That is a
 * courtesy, tried once: a button that stays says that it is too late.
 */

/** How long a change can be undone with one click, in milliseconds. */
export const offeredFor = 30 * 60_000;

/** Dependencies for storing which messages show an Undo. */
export interface RememberDependencies {
  readonly shownUndos: Pick<ShownUndos, 'show'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Stores that a message shows the Undo buttons of `answer`, so that they can be removed from it. Never rejects. */
export async function rememberUndos(
  answer: Answer,
  message: Message,
  { shownUndos, clock, log }: RememberDependencies,
): Promise<void> {
  const expires = clock() + offeredFor;
  for (const undo of undosIn(answer)) {
    try {
      await shownUndos.show({ undo, expires, message, answer });
    } catch (error) {
      log('undo not remembered', { request: undo, error: errorName(error) });
    }
  }
}

/** Dependencies for removing the buttons of Undos. */
export interface RemoveDependencies extends CheckUndoDependencies {
  readonly shownUndos: Pick<ShownUndos, 'shown' | 'hide'>;
  readonly messenger: Pick<Messenger, 'amend'>;
  readonly log: Log;
}

/** Removes the button of an Undo that a person used from the messages that show it. Never rejects. */
export const removeUsedUndo = (undo: string, by: string, deps: RemoveDependencies): Promise<void> =>
  eachShown(undo, deps, async (shown) => {
    await deps.shownUndos.hide(shown);
    await deps.messenger.amend(shown.message, withoutUndo(shown.answer, ['Undone by ', person(by)]));
  });

/** Shows `request` in place of the button of an Undo whose approval was requested. Never rejects. */
export const showUndoRequested = (
  undo: string,
  request: Inline,
  { messenger, ...deps }: RemoveDependencies,
): Promise<void> =>
  eachShown(undo, deps, ({ message, answer }) =>
    messenger.amend(message, withoutUndo(answer, ['Undo requested: ', request])),
  );

/** Shows the button of an Undo again, whose request came to nothing. Never rejects. */
export const showUndoAgain = (undo: string, { messenger, ...deps }: RemoveDependencies): Promise<void> =>
  eachShown(undo, deps, async ({ message, answer, expires }) => {
    if (deps.clock() < expires) await messenger.amend(message, answer);
  });

/** Removes the buttons of all Undos whose time is over. A message that shows a request in its place stays. Never rejects. */
export const removeExpiredUndos = (deps: RemoveDependencies): Promise<void> =>
  eachShown(undefined, deps, async (shown) => {
    if (deps.clock() < shown.expires) return;
    const { shownUndos, messenger } = deps;
    const offered = await checkUndo(shown.undo, '', deps);
    await shownUndos.hide(shown);
    const isUsed = 'refused' in offered && offered.refused === 'used';
    if (!isUsed) await messenger.amend(shown.message, withoutUndo(shown.answer));
  });

/** Does something with each message that shows an Undo, or any Undo. */
async function eachShown(
  undo: string | undefined,
  { shownUndos, log }: Pick<RemoveDependencies, 'shownUndos' | 'log'>,
  act: (shown: ShownUndo) => Promise<void>,
): Promise<void> {
  try {
    for (const shown of await shownUndos.shown(undo)) await act(shown);
  } catch (error) {
    log('undo buttons not updated', { error: errorName(error) });
  }
}
