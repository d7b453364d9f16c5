import { type Answer, context, type Inline, person, type Text } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import { linesOf, throughText } from '../../change/model/titles.ts';

/** Adds a line of small print to a public result: requester, client, command, and the small print of the result. */
export function signed(
  answer: Answer,
  { requester, steps, through }: Pick<RequestedChange, 'requester' | 'steps' | 'through'>,
): Answer {
  // Nobody typed the command of an Undo.
  const how = steps.every(({ undoes }) => undoes) ? ['Undo'] : linesOf({ steps });
  return withSmallPrint(answer, [person(requester), ...throughText({ through }), ' · ', ...how]);
}

/** Adds `first` to the small print at the end of an answer, before the small print that is there. */
export function withSmallPrint(answer: Answer, first: Text): Answer {
  const last = answer.at(-1);
  const said: readonly Inline[] = last?.kind === 'context' ? [' · ', ...[last.text].flat()] : [];
  return [...(last?.kind === 'context' ? answer.slice(0, -1) : answer), context(...[first].flat(), ...said)];
}
