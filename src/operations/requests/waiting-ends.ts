import { type Answer, buttons, context, item, person, time } from '../../answer/answer.ts';
import { isWaiting } from '../../change/model/change.ts';
import type { ChangeRef, Changes } from '../../change/model/changes.ts';
import { endedStepOf, endsAtOf, isReversal, type Reversal, timeOfEnd } from '../../change/model/reversal.ts';
import { titlesText } from '../../change/model/titles.ts';
import { endButtons } from '../../change/words/end-buttons.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';

/** The first changes to end, and the number of further ones. */
export interface NextEnds {
  readonly ends: readonly Reversal[];
  readonly more: number;
}

type EndsRead = Pick<Changes, 'waiting' | 'get'>;

/** Reads all scheduled ends that `isWanted` accepts, soonest first. */
export const waitingEnds = async (
  changes: EndsRead,
  isWanted: (ref: ChangeRef) => boolean,
): Promise<readonly Reversal[]> => (await nextEnds(changes, isWanted, Number.POSITIVE_INFINITY)).ends;

/** Reads the soonest ends, at most `max` of those that `isShown` accepts. */
export async function nextEnds(
  changes: EndsRead,
  isShown: (ref: ChangeRef) => boolean,
  max: number,
): Promise<NextEnds> {
  const refs = (await changes.waiting())
    .filter((ref) => ref.cause === 'time' && !ref.isOver && isShown(ref))
    .sort(({ endsAt: a = Number.MAX_VALUE }, { endsAt: b = Number.MAX_VALUE }) => a - b);
  const read = await mapConcurrently(refs.slice(0, max), ({ id }) => changes.get(id), maxConcurrency.store);
  return {
    ends: read.flatMap((change) => (change && isReversal(change) && isWaiting(change) ? [change] : [])),
    more: Math.max(0, refs.length - max),
  };
}

/** Renders a scheduled end and its requester, with buttons that move the end. */
export function endLines(end: Reversal, reader: string): Answer {
  const [step] = end.steps;
  const named = { id: endedStepOf(end), step };
  return [
    item([...titlesText({ steps: [step] }), ...(end.reversal.request ? [` · ${end.reversal.request}`] : [])]),
    buttons(...endButtons(named, endsAtOf(end))),
    context(
      ...(end.reversal.overdue ? ['⚠️ Overdue since '] : ['Ends ']),
      time(new Date(timeOfEnd(end))),
      ...(end.requester === reader ? [] : [' · ', person(end.requester)]),
      ` · in ${step.account}`,
    ),
  ];
}
