import { draw, hashOf } from '../../src/lifecycle/views/draw-change.ts';
import type { World } from './world.ts';
import type { Note } from './wrong.ts';

/**
 * At the end of a run: messages about a change with an old state. A worker that stood still can render a past state, and die,
 * or lose a call, before it has rendered the current one.
 */
export function notShown({ table, notifications, now }: World, wrong: Note): void {
  for (const change of table.storedChanges)
    for (const message of change.messages) {
      const shown = notifications.findLast(({ ts }) => ts === message.ts);
      if (shown && !shown.actor.isHindered && hashOf(shown.answer) !== hashOf(draw(message, change, now)))
        wrong('an old state is shown', `${message.view} of ${change.id}`);
    }
}
