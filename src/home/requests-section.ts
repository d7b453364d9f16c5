import {
  type Answer,
  type Button,
  buttons,
  commandButton,
  count,
  type Inline,
  note,
  person,
} from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import { titleOf } from '../core/change.ts';
import { suggestionRef } from '../core/ids.ts';
import { commandWords } from '../operations/shared/command-link.ts';
import {
  asked,
  awaited,
  notRead,
  reviewButton,
  type Waiting,
  withdrawButton,
} from '../operations/shared/open-approvals.ts';

/** Upper bound for the requests in one section, so that the other sections stay visible. */
const maxShown = 6;

export const forMe = (waiting: Waiting): Answer => [
  ...(waiting.forMe.length === 0
    ? [note('Nothing waits for your word.')]
    : listed(waiting.forMe, asked, (approval) => [reviewButton(approval)])),
  ...notRead(waiting),
];

export const mine = ({ mine: requests }: Waiting): Answer =>
  requests.length === 0 ? [note('You wait for nothing.')] : listed(requests, ownSays, ownButtons);

function listed(
  requests: readonly Approval[],
  says: (approval: Approval) => readonly Inline[],
  can: (approval: Approval) => readonly Button[],
): Answer {
  const shown = requests.slice(0, maxShown);
  const hidden = requests.length - shown.length;
  return [
    ...shown.flatMap((approval) => [note(...says(approval)), buttons(...can(approval))]),
    ...(hidden > 0
      ? [
          note(`${count(hidden, 'more request')}: those that expire soonest are shown.`),
          buttons(commandButton('List them', commandWords('approvals'))),
        ]
      : []),
  ];
}

const ownSays = (approval: Approval): readonly Inline[] => {
  const { phase, suggestion } = approval;
  return phase === 'open' && suggestion
    ? [
        ...awaited(approval),
        ' ',
        person(suggestion.by),
        ` would agree to something narrower: ${titleOf(suggestion)}.`,
      ]
    : awaited(approval);
};

const ownButtons = (approval: Approval): readonly Button[] =>
  approval.phase !== 'open'
    ? []
    : [
        ...(approval.suggestion ? [acceptButton(approval.id, approval.suggestion)] : []),
        withdrawButton(approval),
      ];

const acceptButton = (id: string, suggestion: { readonly id: string }): Button => ({
  label: 'Take the proposal',
  style: 'primary',
  action: { decide: 'accept', on: suggestionRef(id, suggestion.id) },
});
