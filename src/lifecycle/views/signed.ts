import { type Answer, context, type Inline, person, type Text } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import { linesOf, throughText } from '../../change/model/titles.ts';

/**
 * A result for all to see, with one line of small print: who requested the change, through what, with which command, and what
 * the result adds.
 */
export function signed(
  answer: Answer,
  { requester, steps, through }: Pick<RequestedChange, 'requester' | 'steps' | 'through'>,
): Answer {
  // Nobody typed the command of an Undo.
  const how = steps.every(({ undoes }) => undoes) ? ['Undo'] : linesOf({ steps });
  return withSmallPrint(answer, [person(requester), ...throughText({ through }), ' · ', ...how]);
}

/** An answer with one line of small print at its end: `first`, then the small print that it ends with already. */
export function withSmallPrint(answer: Answer, first: Text): Answer {
  const last = answer.at(-1);
  const said: readonly Inline[] = last?.kind === 'context' ? [' · ', ...[last.text].flat()] : [];
  return [...(last?.kind === 'context' ? answer.slice(0, -1) : answer), context(...[first].flat(), ...said)];
}
