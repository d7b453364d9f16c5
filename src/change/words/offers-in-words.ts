import { type Button, bold, type Inline, link, person, time } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { OfferUse, Step } from '../model/step.ts';
import { undoableUntil } from '../model/undo.ts';

/** Returns the button that undoes a step, by its id. */
export const undoButton = (step: string): Button => ({ label: 'Undo', action: { decide: 'undo', on: step } });

/** Describes in a few words until when steps can be undone, and the results of the Undos and retries that people used. */
export function offersInWords(steps: readonly Step[], now: Instant): readonly (readonly Inline[])[] {
  const until = undoableUntil(steps, now);
  const used = steps.flatMap(({ undoneBy, retriedBy }) => [
    ...(undoneBy ? [undoneText(undoneBy)] : []),
    ...(retriedBy ? [retriedText(retriedBy)] : []),
  ]);
  const once = [...new Map(used.map((text) => [JSON.stringify(text), text])).values()];
  const texts = [...(until === undefined ? [] : [['Undo until ', time(new Date(until), 'clock')]]), ...once];
  return texts.filter((text) => text.length > 0);
}

/** Describes the result of a used Undo; empty while it runs. */
function undoneText({ person: by, outcome, request }: OfferUse): readonly Inline[] {
  if (outcome === 'done') return ['Undone by ', person(by)];
  if (outcome === 'unknown') return ['⚠️ Outcome of its Undo unknown'];
  return request ? ['Undo requested: ', nameOf(request)] : [];
}

const retriedText = ({ person: by, request }: OfferUse): readonly Inline[] => [
  'Retried by ',
  person(by),
  ...(request ? [': ', nameOf(request)] : []),
];

/** Returns the name of the request that used an offer, as a link to its card. */
export const nameOf = ({ name, link: permalink }: NonNullable<OfferUse['request']>): Inline =>
  permalink === undefined ? bold(name) : link(permalink, name);
