import { type Answer, buttons, note, person, quote } from '../core/answer.ts';
import { type Approval, outcomeOf } from '../core/approval.ts';
import { linesOf, titleOf } from '../core/change.ts';
import { suggestionRef } from '../core/ids.ts';
import { withdrawButton } from '../core/request-buttons.ts';
import { status, votes } from './card.ts';

/** What the requester is told at each turn, in a direct message. */
export function statusAnswer(approval: Approval): Answer {
  const { phase, suggestion, id } = approval;
  const offers =
    phase === 'open'
      ? [
          buttons(
            suggestion !== undefined && {
              label: 'Take the proposal',
              style: 'primary',
              action: { decide: 'accept', on: suggestionRef(id, suggestion.id) },
            },
            withdrawButton(approval),
          ),
        ]
      : [];
  return [
    note('Your request: ', titleOf(approval)),
    status(approval),
    ...votes(approval),
    ...(suggestion && phase === 'open'
      ? [
          note(person(suggestion.by), ` would agree to something narrower: ${titleOf(suggestion)}.`),
          ...(suggestion.comment ? [note('Why: ', quote(suggestion.comment))] : []),
        ]
      : []),
    ...outcomeOf(approval),
    ...offers,
    note('As a line: ', ...linesOf(approval)),
  ];
}
