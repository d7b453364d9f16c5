import { draw, hashOf } from '../../src/lifecycle/views/draw-change.ts';
import type { World } from './world.ts';
import type { Note } from './wrong.ts';

/**
 * At the end of a run: messages about a change that show how it stood before. A worker that stood still can draw what is over by then,
 * and die, or lose a call, before it has drawn how things stand.
 */
export function notShown({ table, notifications, now }: World, wrong: Note): void {
  for (const change of table.storedChanges)
    for (const message of change.messages) {
      const shown = notifications.findLast(({ ts }) => ts === message.ts);
      if (shown && !shown.actor.isHindered && hashOf(shown.answer) !== hashOf(draw(message, change, now)))
        wrong('an old state is shown', `${message.view} of ${change.id}`);
    }
}
