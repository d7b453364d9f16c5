import { type Button, bold, type Inline, link, person, time } from '../../answer/answer.ts';
import type { Step, Undoer } from '../model/step.ts';
import { undoableUntil } from '../model/undo.ts';

/** The button that undoes a step, by its id. */
export const undoButton = (step: string): Button => ({ label: 'Undo', action: { decide: 'undo', on: step } });

/**
 * Until when steps can be undone, and what became of the Undos that were used, each in a few words. `now` in milliseconds since
 * 1970.
 */
export function undoInWords(steps: readonly Step[], now: number): readonly (readonly Inline[])[] {
  const until = undoableUntil(steps, now);
  const used = steps.flatMap(({ undoneBy }) => (undoneBy ? [usedText(undoneBy)] : []));
  const once = [...new Map(used.map((text) => [JSON.stringify(text), text])).values()];
  const texts = [...(until === undefined ? [] : [['Undo until ', time(new Date(until), 'clock')]]), ...once];
  return texts.filter((text) => text.length > 0);
}

/** What became of an Undo that somebody used; nothing while it runs. */
function usedText({ person: by, outcome, request }: Undoer): readonly Inline[] {
  if (outcome === 'done') return ['Undone by ', person(by)];
  if (outcome === 'unknown') return ['⚠️ Outcome of its Undo unknown'];
  if (!request) return [];
  const { name, link: permalink } = request;
  return ['Undo requested: ', permalink === undefined ? bold(name) : link(permalink, name)];
}
